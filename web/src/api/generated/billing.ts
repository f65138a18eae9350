import { baseApi as api } from "../request/base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    membership: build.query<MembershipApiResponse, MembershipApiArg>({
      query: () => ({ url: `/package` }),
    }),
    choosePlan: build.mutation<ChoosePlanApiResponse, ChoosePlanApiArg>({
      query: (queryArg) => ({
        url: `/package`,
        method: "PUT",
        body: queryArg.planChoice,
      }),
    }),
    cancelUpgrade: build.mutation<
      CancelUpgradeApiResponse,
      CancelUpgradeApiArg
    >({
      query: () => ({ url: `/package/cancel-upgrade`, method: "PUT" }),
    }),
    cancelDowngrade: build.mutation<
      CancelDowngradeApiResponse,
      CancelDowngradeApiArg
    >({
      query: () => ({ url: `/package/cancel-downgrade`, method: "PUT" }),
    }),
    takeLeave: build.mutation<TakeLeaveApiResponse, TakeLeaveApiArg>({
      query: (queryArg) => ({
        url: `/package/leave`,
        method: "PUT",
        body: queryArg.leaveChoice,
      }),
    }),
    cancelLeave: build.mutation<CancelLeaveApiResponse, CancelLeaveApiArg>({
      query: () => ({ url: `/package/leave`, method: "DELETE" }),
    }),
    reactivate: build.mutation<ReactivateApiResponse, ReactivateApiArg>({
      query: () => ({ url: `/package/reactivate`, method: "PUT" }),
    }),
    cancelSubscription: build.mutation<
      CancelSubscriptionApiResponse,
      CancelSubscriptionApiArg
    >({
      query: () => ({ url: `/package/cancel`, method: "PUT" }),
    }),
    continueSubscription: build.mutation<
      ContinueSubscriptionApiResponse,
      ContinueSubscriptionApiArg
    >({
      query: () => ({ url: `/profile/continue-subscription`, method: "PUT" }),
    }),
    plans: build.query<PlansApiResponse, PlansApiArg>({
      query: (queryArg) => ({
        url: `/sellers/${encodeURIComponent(String(queryArg.clientId))}/plans`,
      }),
    }),
    createPlan: build.mutation<CreatePlanApiResponse, CreatePlanApiArg>({
      query: (queryArg) => ({
        url: `/sellers/${encodeURIComponent(String(queryArg.clientId))}/plans`,
        method: "POST",
        body: queryArg.planOffer,
      }),
    }),
    sellingTerms: build.query<SellingTermsApiResponse, SellingTermsApiArg>({
      query: (queryArg) => ({
        url: `/sellers/${encodeURIComponent(String(queryArg.clientId))}/terms`,
      }),
    }),
    saveSellingTerms: build.mutation<
      SaveSellingTermsApiResponse,
      SaveSellingTermsApiArg
    >({
      query: (queryArg) => ({
        url: `/sellers/${encodeURIComponent(String(queryArg.clientId))}/terms`,
        method: "PUT",
        body: queryArg.sellingTerms,
      }),
    }),
    revisePlan: build.mutation<RevisePlanApiResponse, RevisePlanApiArg>({
      query: (queryArg) => ({
        url: `/plans/${encodeURIComponent(String(queryArg.planId))}`,
        method: "PUT",
        body: queryArg.planOffer,
      }),
    }),
    retirePlan: build.mutation<RetirePlanApiResponse, RetirePlanApiArg>({
      query: (queryArg) => ({
        url: `/plans/${encodeURIComponent(String(queryArg.planId))}`,
        method: "DELETE",
      }),
    }),
    reofferPlan: build.mutation<ReofferPlanApiResponse, ReofferPlanApiArg>({
      query: (queryArg) => ({
        url: `/plans/${encodeURIComponent(String(queryArg.planId))}/offer`,
        method: "PUT",
      }),
    }),
    soldPacks: build.query<SoldPacksApiResponse, SoldPacksApiArg>({
      query: (queryArg) => ({
        url: `/sellers/${encodeURIComponent(String(queryArg.clientId))}/packs`,
      }),
    }),
    savePacks: build.mutation<SavePacksApiResponse, SavePacksApiArg>({
      query: (queryArg) => ({
        url: `/sellers/${encodeURIComponent(String(queryArg.clientId))}/packs`,
        method: "PUT",
        body: queryArg.priceList,
      }),
    }),
    retail: build.query<RetailApiResponse, RetailApiArg>({
      query: () => ({ url: `/retail` }),
    }),
    stopAddOn: build.mutation<StopAddOnApiResponse, StopAddOnApiArg>({
      query: (queryArg) => ({
        url: `/retail/${encodeURIComponent(String(queryArg.packId))}/stop`,
        method: "PUT",
      }),
    }),
    keepAddOn: build.mutation<KeepAddOnApiResponse, KeepAddOnApiArg>({
      query: (queryArg) => ({
        url: `/retail/${encodeURIComponent(String(queryArg.packId))}/keep`,
        method: "PUT",
      }),
    }),
    priceCart: build.mutation<PriceCartApiResponse, PriceCartApiArg>({
      query: (queryArg) => ({
        url: `/cart`,
        method: "PUT",
        body: queryArg.cart,
      }),
    }),
    checkout: build.mutation<CheckoutApiResponse, CheckoutApiArg>({
      query: (queryArg) => ({
        url: `/cart/checkout`,
        method: "POST",
        body: queryArg.checkout,
      }),
    }),
    hourlyOrders: build.query<HourlyOrdersApiResponse, HourlyOrdersApiArg>({
      query: (queryArg) => ({
        url: `/payg`,
        params: {
          page: queryArg.page,
        },
      }),
    }),
    hourlyCustomers: build.query<
      HourlyCustomersApiResponse,
      HourlyCustomersApiArg
    >({
      query: (queryArg) => ({
        url: `/payg/customers`,
        params: {
          search: queryArg.search,
          after: queryArg.after,
        },
      }),
    }),
    estimate: build.query<EstimateApiResponse, EstimateApiArg>({
      query: (queryArg) => ({
        url: `/payg/orders/${encodeURIComponent(String(queryArg.orderId))}/estimate`,
      }),
    }),
    confirmEstimate: build.mutation<
      ConfirmEstimateApiResponse,
      ConfirmEstimateApiArg
    >({
      query: (queryArg) => ({
        url: `/payg/orders/${encodeURIComponent(String(queryArg.orderId))}/estimate`,
        method: "POST",
        body: queryArg.estimateTerms,
      }),
    }),
    askForEstimate: build.mutation<
      AskForEstimateApiResponse,
      AskForEstimateApiArg
    >({
      query: (queryArg) => ({
        url: `/payg/orders/${encodeURIComponent(String(queryArg.orderId))}/estimate/ask`,
        method: "POST",
      }),
    }),
    invoices: build.query<InvoicesApiResponse, InvoicesApiArg>({
      query: (queryArg) => ({
        url: `/billing/invoices`,
        params: {
          customerId: queryArg.customerId,
          page: queryArg.page,
          cursor: queryArg.cursor,
          updatedSince: queryArg.updatedSince,
        },
      }),
    }),
    invoice: build.query<InvoiceApiResponse, InvoiceApiArg>({
      query: (queryArg) => ({
        url: `/billing/invoices/${encodeURIComponent(String(queryArg.invoiceId))}`,
      }),
    }),
    payInvoice: build.mutation<PayInvoiceApiResponse, PayInvoiceApiArg>({
      query: (queryArg) => ({
        url: `/billing/invoices/${encodeURIComponent(String(queryArg.invoiceId))}/payment`,
        method: "PUT",
        body: queryArg.invoicePayment,
      }),
    }),
    correctPayment: build.mutation<
      CorrectPaymentApiResponse,
      CorrectPaymentApiArg
    >({
      query: (queryArg) => ({
        url: `/billing/invoices/${encodeURIComponent(String(queryArg.invoiceId))}/payment/correction`,
        method: "PUT",
        body: queryArg.invoicePayment,
      }),
    }),
    creditInvoice: build.mutation<
      CreditInvoiceApiResponse,
      CreditInvoiceApiArg
    >({
      query: (queryArg) => ({
        url: `/billing/invoices/${encodeURIComponent(String(queryArg.invoiceId))}/credit`,
        method: "PUT",
        body: queryArg.voidedInvoice,
      }),
    }),
    payByCard: build.mutation<PayByCardApiResponse, PayByCardApiArg>({
      query: (queryArg) => ({
        url: `/billing/invoices/${encodeURIComponent(String(queryArg.invoiceId))}/card-payment`,
        method: "POST",
      }),
    }),
    finishCardPayment: build.mutation<
      FinishCardPaymentApiResponse,
      FinishCardPaymentApiArg
    >({
      query: (queryArg) => ({
        url: `/billing/invoices/${encodeURIComponent(String(queryArg.invoiceId))}/card-payment`,
        method: "PUT",
      }),
    }),
    paymentMethods: build.query<
      PaymentMethodsApiResponse,
      PaymentMethodsApiArg
    >({
      query: () => ({ url: `/billing/payment-methods` }),
    }),
    addPaymentMethod: build.mutation<
      AddPaymentMethodApiResponse,
      AddPaymentMethodApiArg
    >({
      query: (queryArg) => ({
        url: `/billing/payment-methods`,
        method: "POST",
        body: queryArg.enteredCard,
      }),
    }),
    enterCard: build.mutation<EnterCardApiResponse, EnterCardApiArg>({
      query: () => ({ url: `/billing/payment-methods/entry`, method: "POST" }),
    }),
    changePaymentMethod: build.mutation<
      ChangePaymentMethodApiResponse,
      ChangePaymentMethodApiArg
    >({
      query: (queryArg) => ({
        url: `/billing/payment-methods/${encodeURIComponent(String(queryArg.methodId))}`,
        method: "PUT",
        body: queryArg.paymentMethodChange,
      }),
    }),
    deletePaymentMethod: build.mutation<
      DeletePaymentMethodApiResponse,
      DeletePaymentMethodApiArg
    >({
      query: (queryArg) => ({
        url: `/billing/payment-methods/${encodeURIComponent(String(queryArg.methodId))}`,
        method: "DELETE",
      }),
    }),
    payments: build.query<PaymentsApiResponse, PaymentsApiArg>({
      query: (queryArg) => ({
        url: `/billing/payments`,
        params: {
          customerId: queryArg.customerId,
          page: queryArg.page,
          cursor: queryArg.cursor,
          updatedSince: queryArg.updatedSince,
        },
      }),
    }),
    payment: build.query<PaymentApiResponse, PaymentApiArg>({
      query: (queryArg) => ({
        url: `/billing/payments/${encodeURIComponent(String(queryArg.paymentId))}`,
      }),
    }),
    meterEvents: build.query<MeterEventsApiResponse, MeterEventsApiArg>({
      query: (queryArg) => ({
        url: `/billing/meters/${encodeURIComponent(String(queryArg.meter))}`,
        params: {
          customerId: queryArg.customerId,
          page: queryArg.page,
        },
      }),
    }),
    customerMembership: build.query<
      CustomerMembershipApiResponse,
      CustomerMembershipApiArg
    >({
      query: (queryArg) => ({
        url: `/customers/${encodeURIComponent(String(queryArg.customerId))}/membership`,
      }),
    }),
    soldInvoices: build.query<SoldInvoicesApiResponse, SoldInvoicesApiArg>({
      query: (queryArg) => ({
        url: `/sellers/${encodeURIComponent(String(queryArg.clientId))}/invoices`,
        params: {
          state: queryArg.state,
          number: queryArg["number"],
          page: queryArg.page,
          cursor: queryArg.cursor,
          updatedSince: queryArg.updatedSince,
        },
      }),
    }),
    voidInvoice: build.mutation<VoidInvoiceApiResponse, VoidInvoiceApiArg>({
      query: (queryArg) => ({
        url: `/billing/invoices/${encodeURIComponent(String(queryArg.invoiceId))}/void`,
        method: "PUT",
        body: queryArg.invoiceVoid,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedBillingApi };
export type MembershipApiResponse =
  /** status 200 The plan and the choices */ MembershipAnswer;
export type MembershipApiArg = void;
export type ChoosePlanApiResponse = /** status 200 Done */ Plain;
export type ChoosePlanApiArg = {
  planChoice: PlanChoice;
};
export type CancelUpgradeApiResponse = /** status 200 Done */ Plain;
export type CancelUpgradeApiArg = void;
export type CancelDowngradeApiResponse = /** status 200 Done */ Plain;
export type CancelDowngradeApiArg = void;
export type TakeLeaveApiResponse = /** status 200 Done */ Plain;
export type TakeLeaveApiArg = {
  leaveChoice: LeaveChoice;
};
export type CancelLeaveApiResponse = /** status 200 Done */ Plain;
export type CancelLeaveApiArg = void;
export type ReactivateApiResponse = /** status 200 Done */ Plain;
export type ReactivateApiArg = void;
export type CancelSubscriptionApiResponse = /** status 200 Done */ Plain;
export type CancelSubscriptionApiArg = void;
export type ContinueSubscriptionApiResponse = /** status 200 Done */ Plain;
export type ContinueSubscriptionApiArg = void;
export type PlansApiResponse =
  /** status 200 The plans, the oldest first */ PlansAnswer;
export type PlansApiArg = {
  clientId: string;
};
export type CreatePlanApiResponse = /** status 200 Done */ Plain;
export type CreatePlanApiArg = {
  clientId: string;
  planOffer: PlanOffer;
};
export type SellingTermsApiResponse =
  /** status 200 The terms */ SellingTermsAnswer;
export type SellingTermsApiArg = {
  clientId: string;
};
export type SaveSellingTermsApiResponse = /** status 200 Done */ Plain;
export type SaveSellingTermsApiArg = {
  clientId: string;
  sellingTerms: SellingTerms;
};
export type RevisePlanApiResponse = /** status 200 Done */ Plain;
export type RevisePlanApiArg = {
  planId: string;
  planOffer: PlanOffer;
};
export type RetirePlanApiResponse = /** status 200 Done */ Plain;
export type RetirePlanApiArg = {
  planId: string;
};
export type ReofferPlanApiResponse = /** status 200 Done */ Plain;
export type ReofferPlanApiArg = {
  planId: string;
};
export type SoldPacksApiResponse = /** status 200 The price list */ PacksAnswer;
export type SoldPacksApiArg = {
  clientId: string;
};
export type SavePacksApiResponse = /** status 200 Done */ Plain;
export type SavePacksApiArg = {
  clientId: string;
  priceList: PriceList;
};
export type RetailApiResponse = /** status 200 The packs */ RetailAnswer;
export type RetailApiArg = void;
export type StopAddOnApiResponse = /** status 200 Done */ Plain;
export type StopAddOnApiArg = {
  packId: string;
};
export type KeepAddOnApiResponse = /** status 200 Done */ Plain;
export type KeepAddOnApiArg = {
  packId: string;
};
export type PriceCartApiResponse =
  /** status 200 The lines with their prices */ PricedCartAnswer;
export type PriceCartApiArg = {
  cart: Cart;
};
export type CheckoutApiResponse = /** status 200 The invoice */ CheckoutAnswer;
export type CheckoutApiArg = {
  checkout: Checkout;
};
export type HourlyOrdersApiResponse =
  /** status 200 The orders, those confirmed last first */ HourlyAnswer;
export type HourlyOrdersApiArg = {
  page?: number;
};
export type HourlyCustomersApiResponse =
  /** status 200 The customers, sorted by name */ HourlyCustomersAnswer;
export type HourlyCustomersApiArg = {
  /** a part of the name */
  search?: string;
  /** the last customer of the page before */
  after?: string;
};
export type EstimateApiResponse = /** status 200 The estimate */ EstimateAnswer;
export type EstimateApiArg = {
  orderId: string;
};
export type ConfirmEstimateApiResponse = /** status 200 Done */ Plain;
export type ConfirmEstimateApiArg = {
  orderId: string;
  estimateTerms: EstimateTerms;
};
export type AskForEstimateApiResponse = /** status 200 Done */ Plain;
export type AskForEstimateApiArg = {
  orderId: string;
};
export type InvoicesApiResponse =
  /** status 200 The invoices, 50 on a page */ InvoicesAnswer;
export type InvoicesApiArg = {
  /** absent: the account of the caller */
  customerId?: string;
  page?: number;
  /** next of the page before, instead of page */
  cursor?: string;
  /** what was created or changed at this time or later: a day in the caller's time zone, or an RFC 3339 instant; the list is then sorted by creation, ascending */
  updatedSince?: string;
};
export type InvoiceApiResponse = /** status 200 The invoice */ InvoiceAnswer;
export type InvoiceApiArg = {
  invoiceId: string;
};
export type PayInvoiceApiResponse = /** status 200 Done */ Plain;
export type PayInvoiceApiArg = {
  invoiceId: string;
  invoicePayment: InvoicePayment;
};
export type CorrectPaymentApiResponse = /** status 200 Done */ Plain;
export type CorrectPaymentApiArg = {
  invoiceId: string;
  invoicePayment: InvoicePayment;
};
export type CreditInvoiceApiResponse = /** status 200 Done */ Plain;
export type CreditInvoiceApiArg = {
  invoiceId: string;
  voidedInvoice: VoidedInvoice;
};
export type PayByCardApiResponse =
  /** status 200 What the payment provider's element needs */ CardEntryAnswer;
export type PayByCardApiArg = {
  invoiceId: string;
};
export type FinishCardPaymentApiResponse =
  /** status 200 How it ended */ CardPaymentAnswer;
export type FinishCardPaymentApiArg = {
  invoiceId: string;
};
export type PaymentMethodsApiResponse =
  /** status 200 The methods, in the order in which they were added */ PaymentMethodsAnswer;
export type PaymentMethodsApiArg = void;
export type AddPaymentMethodApiResponse = /** status 200 Done */ Plain;
export type AddPaymentMethodApiArg = {
  enteredCard: EnteredCard;
};
export type EnterCardApiResponse =
  /** status 200 What the payment provider's element needs */ CardEntryAnswer;
export type EnterCardApiArg = void;
export type ChangePaymentMethodApiResponse = /** status 200 Done */ Plain;
export type ChangePaymentMethodApiArg = {
  methodId: string;
  paymentMethodChange: PaymentMethodChange;
};
export type DeletePaymentMethodApiResponse = /** status 200 Done */ Plain;
export type DeletePaymentMethodApiArg = {
  methodId: string;
};
export type PaymentsApiResponse =
  /** status 200 The payments, 50 on a page */ PaymentsAnswer;
export type PaymentsApiArg = {
  /** absent: the account of the caller */
  customerId?: string;
  page?: number;
  /** next of the page before, instead of page */
  cursor?: string;
  /** what was created or changed at this time or later: a day in the caller's time zone, or an RFC 3339 instant; the list is then sorted by creation, ascending */
  updatedSince?: string;
};
export type PaymentApiResponse = /** status 200 The payment */ PaymentAnswer;
export type PaymentApiArg = {
  paymentId: string;
};
export type MeterEventsApiResponse =
  /** status 200 The events, 50 on a page */ MeterEventsAnswer;
export type MeterEventsApiArg = {
  meter: MeterName;
  /** absent: the account of the caller */
  customerId?: string;
  page?: number;
};
export type CustomerMembershipApiResponse =
  /** status 200 The plan */ CustomerMembershipAnswer;
export type CustomerMembershipApiArg = {
  customerId: string;
};
export type SoldInvoicesApiResponse =
  /** status 200 The invoices, 50 on a page */ InvoicesAnswer;
export type SoldInvoicesApiArg = {
  clientId: string;
  /** absent: every state */
  state?: InvoiceState;
  /** the begin of a number */
  number?: string;
  page?: number;
  /** next of the page before, instead of page */
  cursor?: string;
  /** what was created or changed at this time or later: a day in the caller's time zone, or an RFC 3339 instant; the list is then sorted by creation, ascending */
  updatedSince?: string;
};
export type VoidInvoiceApiResponse = /** status 200 Done */ Plain;
export type VoidInvoiceApiArg = {
  invoiceId: string;
  invoiceVoid: InvoiceVoid;
};
export type Success = boolean;
export type SubscriptionState =
  "none" | "trial" | "active" | "past-due" | "on-leave" | "cancelled" | "ended";
export type Term = "month" | "year";
export type PlanOffer = {
  name: string;
  /** for a term, without tax, in minor units of the currency; 0: a free plan */
  price: number;
  /** an ISO 4217 code */
  currency: string;
  term: Term;
  /** seconds of work in a cycle; -1: unlimited */
  hours: number;
  /** orders in a cycle; -1: unlimited */
  orders: number;
  /** at a time; -1: unlimited */
  activeOrders: number;
  /** bytes; -1: unlimited */
  storage: number;
  trialDays?: number;
  /** hours are billed after the work; only for a free plan */
  payg?: boolean;
  /** of an hour of such work, without tax, in minor units */
  hourPrice?: number;
  /** what can be ordered; absent: everything */
  services?: string[];
};
export type ScheduledChange = {
  kind: "upgrade" | "downgrade" | "leave" | "cancel";
  /** the day on which it happens */
  on: string;
  /** the day on which a leave ends */
  until?: string;
  /** name of the new plan */
  plan?: string;
};
export type Subscription = {
  state: SubscriptionState;
  /** Next Payment Due Date, Subscription Inactive or Monthly Cycle */
  label: string;
  /** the plan is not free, and is inactive or past its due date */
  inactive: boolean;
  /** new orders can begin */
  open: boolean;
  /** a sentence, unless new orders can begin */
  closedBecause?: string;
  planId?: string;
  edition?: number;
  offer?: PlanOffer;
  from?: string;
  /** the day on which the cycle ends */
  until?: string;
  /** from when the next payment is late: the end of its day in the time zone of the account */
  due?: string;
  /** the day on which something has to be paid next */
  dueOn?: string;
  leaveUntil?: string;
  next?: ScheduledChange;
};
export type Plan = {
  id: string;
  edition: number;
  offered: boolean;
  offer: PlanOffer;
};
export type ConfirmedAmount = {
  /** the instant for which the amount was calculated */
  at: string;
  /** with tax, in minor units */
  total: number;
};
export type BillLine = {
  kind:
    "plan" | "unused" | "work" | "hours" | "orders" | "active-orders" | "bytes";
  name: string;
  quantity: number;
  price: number;
  amount: number;
  /** in thousandths of a percent; of what is given back that at which it was charged */
  taxRate: number;
  /** the first day of what is paid */
  from?: string;
  /** the day after the last */
  until?: string;
  /** from now on the pack is bought with each cycle */
  each?: boolean;
  /** of work that is paid by the hour, whole quarters of an hour; the price is that of an hour */
  seconds?: number;
  /** of such work */
  orderId?: string;
};
export type BillTax = {
  /** in thousandths of a percent */
  rate: number;
  /** sum of the lines with this rate */
  net: number;
  tax: number;
};
export type Bill = {
  currency: string;
  lines: BillLine[];
  net: number;
  /** when the bill was made, in thousandths of a percent; what is given back has the rate of its line */
  taxRate: number;
  /** the tax by rate */
  taxes: BillTax[];
  tax: number;
  total: number;
};
export type PlanOption = {
  plan: Plan;
  kind: "present" | "begin" | "upgrade" | "downgrade";
  /** it can begin now */
  atOnce: boolean;
  /** it can begin when the cycle ends */
  later: boolean;
  confirm?: ConfirmedAmount;
  bill?: Bill;
  /** why it cannot be chosen, for instance because the account has too many active orders */
  refused?: string;
};
export type Membership = {
  subscription: Subscription;
  options: PlanOption[];
};
export type MembershipAnswer = {
  success: Success;
  data: Membership;
};
export type RefusedError = {
  /** stable, for instance order.move_not_allowed */
  reason: string;
  /** the OAuth2 name on the token calls */
  name?: string;
  requestId?: string;
  /** the scope that the access token lacks */
  tokenScope?: string;
  /** the scope of the X-CSRF-Token that the call needs */
  csrfScope?: string;
};
export type ActionName =
  | "published"
  | "draft"
  | "queue"
  | "ready-to-go"
  | "on-hold"
  | "resume"
  | "cancelled"
  | "restore"
  | "gr-revision"
  | "freeze"
  | "unfreeze"
  | "archive"
  | "delete"
  | "duplicate";
export type Way = {
  via: "board" | "status" | "review" | "action";
  action?: ActionName;
  /** of its button */
  label: string;
  /** the roles that have it */
  roles: string[];
  /** to the caller now */
  open: boolean;
};
export type Refusal = {
  rule: string;
  from?: string;
  to?: string;
  role: string;
  /** the targets this role has now */
  allowed: string[];
  /** the roles that could do it */
  allowedRoles: string[];
  /** other ways to the same end; absent for none */
  ways?: Way[];
};
export type Person = {
  id: string;
  name: string;
  avatar: string;
  role?: string;
};
export type Status =
  | "draft"
  | "queue"
  | "ready-to-go"
  | "in-progress"
  | "gr-revision"
  | "in-review"
  | "on-hold"
  | "approved"
  | "completed"
  | "cancelled";
export type Meanwhile = {
  by?: Person;
  /** the last thing that was done, in words after the name in by, which is absent for the product itself */
  what: string;
  status?: Status;
  at: string;
  /** send this as expectedVersion to do it all the same */
  version: number;
  /** whether the state of the order, or a version or a decision of the file was changed; details do not count */
  decisive: boolean;
};
export type RefusedData = {
  refusal?: Refusal;
  meanwhile?: Meanwhile;
};
export type Refused = {
  success: boolean;
  message: string;
  messages: string[];
  error: RefusedError;
  /** the session has ended; sign in again */
  reauth?: boolean;
  data?: RefusedData;
};
export type Plain = {
  success: Success;
  message: string;
};
export type PlanChoice = {
  planId: string;
  confirmed?: ConfirmedAmount;
};
export type LeaveChoice = {
  /** the day on which the leave ends, like 2026-11-25 */
  until: string;
};
export type PlansAnswer = {
  success: Success;
  data: Plan[];
};
export type SellingTerms = {
  /** in thousandths of a percent */
  taxRate: number;
  /** in which an invoice has to be paid; 0: the usual 14 */
  paymentDays: number;
  /** printed on invoices */
  bankDetails: string;
  /** of the dates on invoices; without one that of the business hours */
  timeZone?: string;
  /** of the numbers of orders and invoices from now on; PB without one */
  numberPrefix?: string;
};
export type SellingTermsAnswer = {
  success: Success;
  data: SellingTerms;
};
export type PackKind = "hours" | "orders" | "active-orders" | "bytes";
export type Pack = {
  id: string;
  name: string;
  kind: PackKind;
  /** seconds, orders or bytes */
  size: number;
  /** without tax, in minor units of the currency */
  price: number;
  /** an ISO 4217 code */
  currency: string;
};
export type PriceList = {
  /** of the list that was read, 0 for none; a list that has changed meanwhile is not replaced */
  version: number;
  packs: Pack[];
};
export type PacksAnswer = {
  success: Success;
  data: PriceList;
};
export type AddOn = {
  pack: Pack;
  quantity: number;
  /** it is not bought with the next cycle */
  ending: boolean;
};
export type Retail = {
  /** in the currency of the account */
  packs: Pack[];
  /** what is bought with each cycle */
  addOns: AddOn[];
  /** the day on which the next cycle begins */
  cycleEnds?: string;
  /** why nothing can be bought now */
  refused?: string;
};
export type RetailAnswer = {
  success: Success;
  data: Retail;
};
export type CartItemType = "once" | "subscription";
export type CartLine = {
  id: string;
  type: CartItemType;
  name: string;
  kind: PackKind;
  /** of one */
  price: number;
  qty: number;
  amount: number;
};
export type CartItem = {
  /** of the pack */
  id: string;
  qty: number;
  type: CartItemType;
};
export type PricedCart = {
  lines: CartLine[];
  /** what is not sold any more */
  gone: CartItem[];
  currency: string;
  symbol: string;
  net: number;
  taxRate: number;
  tax: number;
  total: number;
  quoteHash: string;
  /** why nothing can be bought now */
  refused?: string;
};
export type PricedCartAnswer = {
  success: Success;
  data: PricedCart;
};
export type Cart = {
  items: CartItem[];
};
export type CheckedOut = {
  /** of the invoice */
  _id: string;
};
export type CheckoutAnswer = {
  success: Success;
  data: CheckedOut;
  message: string;
};
export type Checkout = {
  items: CartItem[];
  /** of the prices that were shown */
  quoteHash: string;
};
export type EstimateTerms = {
  /** of an hour, without tax, in minor units */
  price: number;
  currency: string;
  /** in thousandths of a percent */
  taxRate: number;
  /** seconds that the service usually takes; 0: nobody can say */
  allocated: number;
};
export type HourlyOrder = {
  orderId: string;
  /** absent, like name and status, if the order was deleted */
  number?: string;
  name?: string;
  status?: Status;
  terms: EstimateTerms;
  /** without tax, in minor units */
  estimated: number;
  /** seconds without a running timer */
  worked: number;
  /** seconds, in quarters of an hour */
  billed: number;
  /** seconds, in quarters of an hour */
  unbilled: number;
  /** of what is not billed, without tax, in minor units */
  cost: number;
  confirmedAt: string;
};
export type HourlyOrders = {
  /** new orders of the account are paid by the hour */
  active: boolean;
  /** of an hour, without tax, in minor units */
  price?: number;
  currency?: string;
  orders: HourlyOrder[];
  /** there is another page */
  more: boolean;
};
export type HourlyAnswer = {
  success: Success;
  data: HourlyOrders;
};
export type HourlyCustomer = {
  id: string;
  name: string;
  clientName: string;
  plan: string;
  /** of an hour, without tax, in minor units; absent for those who do not sell */
  price?: number;
  currency?: string;
  /** with work that is not billed */
  orders: number;
  /** seconds, in quarters of an hour */
  unbilled: number;
};
export type HourlyCustomers = {
  customers: HourlyCustomer[];
  /** of the last customer, if there are more */
  next?: string;
};
export type HourlyCustomersAnswer = {
  success: Success;
  data: HourlyCustomers;
};
export type Estimate = {
  /** the draft is paid by the hour when it is placed */
  needed: boolean;
  /** the caller is the owner of the account */
  mayConfirm: boolean;
  /** as it is now */
  confirmed: boolean;
  terms?: EstimateTerms;
  bill?: Bill;
};
export type EstimateAnswer = {
  success: Success;
  data: Estimate;
};
export type InvoiceState =
  "draft" | "open" | "past-due" | "paid" | "void" | "refunded";
export type InvoicePlanChange = {
  /** name of the plan before */
  from: string;
  /** name of the plan that the account has, and keeps if the invoice is void */
  to: string;
  /** the day on which the cycle ends */
  until: string;
  /** why the account cannot go back to the plan before; without it, it can */
  stays?: string;
};
export type Payment = {
  id: string;
  invoiceId: string;
  /** of the invoice */
  number: string;
  customerId: string;
  kind: "paid" | "refused" | "refunded";
  way: "manual" | "stripe";
  /** with tax, in minor units; what was given back is below 0 */
  amount: number;
  currency: string;
  /** when it was noted */
  at: string;
  /** the day of the payment */
  on?: string;
  /** of the transfer, or number of the credit note */
  reference?: string;
  /** why it was refused */
  failure?: string;
};
export type Invoice = {
  id: string;
  customerId: string;
  /** name of the account, for those who sell */
  customer?: string;
  number: string;
  state: InvoiceState;
  bill: Bill;
  issuedAt?: string;
  /** its day, in the time zone of those who sell */
  issuedOn?: string;
  /** from when it is past due: the end of the day in the time zone of the account */
  dueAt?: string;
  /** the last day on which it is paid in time */
  dueOn?: string;
  paidOn?: string;
  /** its number, if what was paid was given back */
  creditNote?: string;
  /** the day of the credit note */
  creditedOn?: string;
  planChange?: InvoicePlanChange;
  /** the caller sells: they may note its payment, give it back, or void it */
  mayChange: boolean;
  /** where it can be paid, while it is not; only in the answer for one invoice */
  bankDetails?: string;
  /** the newest first; only in the answer for one invoice */
  payments?: Payment[];
};
export type InvoicesAnswer = {
  success: Success;
  data: Invoice[];
  /** there is another page */
  more: boolean;
  /** of a list that is sorted by creation: send this as cursor to get the next page; absent on the last */
  next?: string;
};
export type InvoiceAnswer = {
  success: Success;
  data: Invoice;
};
export type InvoicePayment = {
  /** the day of the payment, like 2026-11-25 */
  on: string;
  reference?: string;
};
export type VoidedInvoice = {
  reason: string;
};
export type CardEntry = {
  /** of what is confirmed in the browser */
  clientSecret: string;
  publishableKey: string;
  /** of the payment provider: the card that is charged by default */
  methodReference?: string;
};
export type CardEntryAnswer = {
  success: Success;
  data: CardEntry;
};
export type CardPayment = {
  /** open: nothing was paid yet */
  state: "paid" | "refused" | "processing" | "open";
  /** why it was refused */
  reason?: string;
};
export type CardPaymentAnswer = {
  success: Success;
  message: string;
  data: CardPayment;
};
export type PaymentMethod = {
  id: string;
  /** as the payment provider writes it, like visa */
  brand: string;
  /** the last digits of the number */
  last4: string;
  /** month and year, like 04/2029 */
  expires: string;
  active: boolean;
  /** invoices are charged to it */
  isDefault: boolean;
};
export type PaymentMethods = {
  /** manual: invoices are paid by bank transfer, and there are no methods */
  way: "manual" | "stripe";
  /** where to pay to */
  bankDetails?: string;
  /** the plan costs something and no method is active */
  required: boolean;
  methods: PaymentMethod[];
};
export type PaymentMethodsAnswer = {
  success: Success;
  data: PaymentMethods;
};
export type EnteredCard = {
  /** of the entry that the payment provider has confirmed */
  entryId: string;
};
export type PaymentMethodChange = {
  change: "make-default" | "deactivate" | "activate";
};
export type PaymentsAnswer = {
  success: Success;
  data: Payment[];
  /** there is another page */
  more: boolean;
  /** of a list that is sorted by creation: send this as cursor to get the next page; absent on the last */
  next?: string;
};
export type PaymentAnswer = {
  success: Success;
  data: Payment;
};
export type MeterName = "hours" | "orders" | "active-orders" | "storage";
export type MeterEvent = {
  orderId: string;
  /** its name, empty if it is deleted */
  order: string;
  /** of the event; for active orders and storage, when the order was created */
  at: string;
  /** seconds, orders or bytes; below 0 for what was taken back */
  amount: number;
};
export type MeterEvents = {
  meter: MeterName;
  /** the begin of the cycle */
  from?: string;
  /** the sum of the amounts of all events, also of other pages */
  used: number;
  events: MeterEvent[];
  /** there is another page */
  more: boolean;
};
export type MeterEventsAnswer = {
  success: Success;
  data: MeterEvents;
};
export type ProfileFreeTrial = {
  /** the account is in a free trial */
  haveFreeTrial: boolean;
  /** it has ended and no plan was chosen */
  isExpiredFreeTrial: boolean;
  /** of the whole trial; 0: there was none */
  freeTrialDays: number;
  /** while it lasts; the last day is 1 */
  daysLeft?: number;
  /** seven days or fewer are left, or it has ended */
  popup: boolean;
  /** a sentence, empty for none */
  banner: string;
};
export type ProfileHours = {
  used: number;
  /** below 0: unlimited */
  quota: number;
  /** what the plan has; below 0: unlimited */
  packageAllocatedHours: number;
};
export type ProfileOrders = {
  /** orders of this cycle */
  used: number;
  /** of the plan; below 0: unlimited */
  quota: number;
  currentActiveOrder: number;
  /** of the plan; below 0: unlimited */
  maximumActiveOrder: number;
};
export type ProfileMembership = {
  type: "free" | "paid" | "";
  /** name of the plan, empty if the account never had one */
  title: string;
  state: SubscriptionState;
  /** Next Payment Due Date, Subscription Inactive or Monthly Cycle; empty without a plan */
  label: string;
  /** empty without a plan */
  paymentTerm: "month" | "year" | "";
  /** from when the next payment is late, as an RFC 3339 instant: the end of its day in the time zone of the account; empty for nothing */
  dueDate: string;
  /** the day on which something has to be paid next */
  dueOn?: string;
  /** the day on which the cycle ends */
  cycleEnds?: string;
  /** the account can work with its plan */
  isActive: boolean;
  /** the plan is not free, and is inactive or past its due date */
  inactive: boolean;
  /** new orders can begin */
  open: boolean;
  /** a sentence, unless new orders can begin */
  closedBecause?: string;
  /** there are plans that the account can choose */
  offered: boolean;
  onFreeTrial: boolean;
  freeTrial: ProfileFreeTrial;
  /** an invoice was not paid in time */
  latePaymentPopup: boolean;
  /** when nothing new can be started because of an unpaid invoice */
  suspendsAt?: string;
  onSubscriptionLeave: boolean;
  /** the day on which the leave ends, like 25 Nov 2026; empty without a leave */
  onSubscriptionLeaveReactivationDateFormat: string;
  next?: ScheduledChange;
  allocatedHour: ProfileHours;
  orders: ProfileOrders;
};
export type ProfileStorage = {
  name: string;
  used: number;
  quota: number;
};
export type ProfileStorages = {
  used: number;
  /** below 0: unlimited */
  quota: number;
  /** what was bought beside the plan */
  additionals: ProfileStorage[];
};
export type ProfileRetail = {
  /** seconds */
  allocatedHourExtra: number;
  /** seconds that come with each cycle */
  allocatedHourSubscription: number;
  /** seconds used in this cycle */
  allocatedHourUsed: number;
  activeOrderQuota: number;
  totalOrderExtra: number;
  /** orders that come with each cycle */
  totalOrderSubscription: number;
  /** the sum of both */
  totalOrderQuota: number;
  /** orders used in this cycle */
  totalOrderUsed: number;
  /** bytes */
  additionalStorageUsed: number;
  /** bytes */
  additionalStorageQuota: number;
};
export type CustomerMembership = {
  subscription: Subscription;
  membership: ProfileMembership;
  storages: ProfileStorages;
  retail: ProfileRetail;
};
export type CustomerMembershipAnswer = {
  success: Success;
  data: CustomerMembership;
};
export type InvoiceVoid = {
  reason: string;
  /** the account goes back to the plan before the change that the invoice is for */
  goBack?: boolean;
};
export const {
  useMembershipQuery,
  useChoosePlanMutation,
  useCancelUpgradeMutation,
  useCancelDowngradeMutation,
  useTakeLeaveMutation,
  useCancelLeaveMutation,
  useReactivateMutation,
  useCancelSubscriptionMutation,
  useContinueSubscriptionMutation,
  usePlansQuery,
  useCreatePlanMutation,
  useSellingTermsQuery,
  useSaveSellingTermsMutation,
  useRevisePlanMutation,
  useRetirePlanMutation,
  useReofferPlanMutation,
  useSoldPacksQuery,
  useSavePacksMutation,
  useRetailQuery,
  useStopAddOnMutation,
  useKeepAddOnMutation,
  usePriceCartMutation,
  useCheckoutMutation,
  useHourlyOrdersQuery,
  useHourlyCustomersQuery,
  useEstimateQuery,
  useConfirmEstimateMutation,
  useAskForEstimateMutation,
  useInvoicesQuery,
  useInvoiceQuery,
  usePayInvoiceMutation,
  useCorrectPaymentMutation,
  useCreditInvoiceMutation,
  usePayByCardMutation,
  useFinishCardPaymentMutation,
  usePaymentMethodsQuery,
  useAddPaymentMethodMutation,
  useEnterCardMutation,
  useChangePaymentMethodMutation,
  useDeletePaymentMethodMutation,
  usePaymentsQuery,
  usePaymentQuery,
  useMeterEventsQuery,
  useCustomerMembershipQuery,
  useSoldInvoicesQuery,
  useVoidInvoiceMutation,
} = injectedRtkApi;
