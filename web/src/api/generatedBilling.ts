import { baseApi as api } from "./base";
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
    invoices: build.query<InvoicesApiResponse, InvoicesApiArg>({
      query: (queryArg) => ({
        url: `/billing/invoices`,
        params: {
          customerId: queryArg.customerId,
          page: queryArg.page,
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
    voidInvoice: build.mutation<VoidInvoiceApiResponse, VoidInvoiceApiArg>({
      query: (queryArg) => ({
        url: `/billing/invoices/${encodeURIComponent(String(queryArg.invoiceId))}/void`,
        method: "PUT",
        body: queryArg.voidedInvoice,
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
export type InvoicesApiResponse =
  /** status 200 The invoices, 50 on a page */ InvoicesAnswer;
export type InvoicesApiArg = {
  /** absent: the account of the caller */
  customerId?: string;
  page?: number;
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
export type VoidInvoiceApiResponse = /** status 200 Done */ Plain;
export type VoidInvoiceApiArg = {
  invoiceId: string;
  voidedInvoice: VoidedInvoice;
};
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
  state:
    | "none"
    | "trial"
    | "active"
    | "past-due"
    | "on-leave"
    | "cancelled"
    | "ended";
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
  /** when something has to be paid next */
  due?: string;
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
  kind: "plan" | "unused" | "work" | "hours" | "orders" | "bytes";
  name: string;
  quantity: number;
  price: number;
  amount: number;
  /** the first day of what is paid */
  from?: string;
  /** the day after the last */
  until?: string;
};
export type Bill = {
  currency: string;
  lines: BillLine[];
  net: number;
  taxRate: number;
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
  success: boolean;
  data: Membership;
};
export type RefusedError = {
  /** stable, for instance order.move_not_allowed */
  reason: string;
  /** the OAuth2 name on the token calls */
  name?: string;
  requestId?: string;
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
export type RefusedData = {
  refusal?: Refusal;
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
  success: boolean;
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
  success: boolean;
  data: Plan[];
};
export type SellingTerms = {
  /** in thousandths of a percent */
  taxRate: number;
  /** in which an invoice has to be paid; 0: the usual 14 */
  paymentDays: number;
  /** printed on invoices */
  bankDetails: string;
};
export type SellingTermsAnswer = {
  success: boolean;
  data: SellingTerms;
};
export type Invoice = {
  id: string;
  customerId: string;
  number: string;
  state: "draft" | "open" | "past-due" | "paid" | "void" | "refunded";
  bill: Bill;
  issuedAt?: string;
  dueAt?: string;
  paidOn?: string;
};
export type InvoicesAnswer = {
  success: boolean;
  data: Invoice[];
  /** there is another page */
  more: boolean;
};
export type InvoiceAnswer = {
  success: boolean;
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
  useInvoicesQuery,
  useInvoiceQuery,
  usePayInvoiceMutation,
  useVoidInvoiceMutation,
} = injectedRtkApi;
