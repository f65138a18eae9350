import { baseApi as api } from "../request/base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderReport: build.query<OrderReportApiResponse, OrderReportApiArg>({
      query: (queryArg) => ({
        url: `/reports/orders`,
        params: {
          from: queryArg["from"],
          to: queryArg.to,
          step: queryArg.step,
          clientId: queryArg.clientId,
          customerId: queryArg.customerId,
          serviceId: queryArg.serviceId,
          creatorId: queryArg.creatorId,
          operatorId: queryArg.operatorId,
          by: queryArg.by,
        },
      }),
    }),
    ordersBehind: build.query<OrdersBehindApiResponse, OrdersBehindApiArg>({
      query: (queryArg) => ({
        url: `/reports/orders/behind`,
        params: {
          from: queryArg["from"],
          to: queryArg.to,
          step: queryArg.step,
          clientId: queryArg.clientId,
          customerId: queryArg.customerId,
          serviceId: queryArg.serviceId,
          creatorId: queryArg.creatorId,
          operatorId: queryArg.operatorId,
          by: queryArg.by,
          figure: queryArg.figure,
          part: queryArg.part,
          group: queryArg.group,
          status: queryArg.status,
          revisions: queryArg.revisions,
          page: queryArg.page,
        },
      }),
    }),
    operatorReport: build.query<
      OperatorReportApiResponse,
      OperatorReportApiArg
    >({
      query: (queryArg) => ({
        url: `/reports/operators`,
        params: {
          from: queryArg["from"],
          to: queryArg.to,
          clientId: queryArg.clientId,
          customerId: queryArg.customerId,
          serviceId: queryArg.serviceId,
        },
      }),
    }),
    ordersOfOperator: build.query<
      OrdersOfOperatorApiResponse,
      OrdersOfOperatorApiArg
    >({
      query: (queryArg) => ({
        url: `/reports/operators/behind`,
        params: {
          from: queryArg["from"],
          to: queryArg.to,
          clientId: queryArg.clientId,
          customerId: queryArg.customerId,
          serviceId: queryArg.serviceId,
          figure: queryArg.figure,
          personId: queryArg.personId,
          page: queryArg.page,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedReportsApi };
export type OrderReportApiResponse =
  /** status 200 The figures */ OrderReportAnswer;
export type OrderReportApiArg = {
  /** the first day, as yyyy-MM-dd in the provider's time zone; 89 days before the last without it */
  from?: string;
  /** the last day; today without it. A period has at most 732 days */
  to?: string;
  /** the parts of the period, at most 106; chosen by its length without it */
  step?: ReportStep;
  clientId?: string;
  customerId?: string;
  serviceId?: string;
  creatorId?: string;
  operatorId?: string;
  /** how placed orders are grouped */
  by?: ReportBy;
};
export type OrdersBehindApiResponse =
  /** status 200 A page of the orders, the latest first */ OrdersBehindAnswer;
export type OrdersBehindApiArg = {
  /** the first day, as yyyy-MM-dd in the provider's time zone; 89 days before the last without it */
  from?: string;
  /** the last day; today without it. A period has at most 732 days */
  to?: string;
  /** the parts of the period, at most 106; chosen by its length without it */
  step?: ReportStep;
  clientId?: string;
  customerId?: string;
  serviceId?: string;
  creatorId?: string;
  operatorId?: string;
  /** how placed orders are grouped */
  by?: ReportBy;
  figure: OrderFigure;
  /** the day on which a part of the period begins, as the report names it; the whole period without it */
  part?: string;
  /** of placed orders, as the report names it */
  group?: string;
  /** of the figure stage */
  status?: Status;
  /** of the figure revisions; 3 has all with more, too */
  revisions?: number;
  page?: number;
};
export type OperatorReportApiResponse =
  /** status 200 The figures */ OperatorReportAnswer;
export type OperatorReportApiArg = {
  /** the first day, as yyyy-MM-dd in the provider's time zone; 89 days before the last without it */
  from?: string;
  /** the last day; today without it. A period has at most 732 days */
  to?: string;
  clientId?: string;
  customerId?: string;
  serviceId?: string;
};
export type OrdersOfOperatorApiResponse =
  /** status 200 A page of the orders, the latest first */ OrdersBehindAnswer;
export type OrdersOfOperatorApiArg = {
  /** the first day, as yyyy-MM-dd in the provider's time zone; 89 days before the last without it */
  from?: string;
  /** the last day; today without it. A period has at most 732 days */
  to?: string;
  clientId?: string;
  customerId?: string;
  serviceId?: string;
  figure: OperatorFigure;
  personId: string;
  page?: number;
};
export type Success = boolean;
export type ReportStep = "day" | "week" | "month";
export type ReportPeriod = {
  from: string;
  /** the last day */
  to: string;
  step: ReportStep;
  /** whose days these are */
  zone: string;
  /** the first day of each part */
  starts: string[];
};
export type ReportGroup = {
  /** a status, an id, or others */
  key: string;
  name: string;
  counts: number[];
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
export type ReportStay = {
  status?: Status;
  orders: number;
  /** seconds of business hours */
  average: number;
  median: number;
  /** nine of ten orders took at most as long */
  p90: number;
};
export type ReportAllocated = {
  orders: number;
  /** with more work than was allocated */
  over: number;
  /** seconds */
  worked: number;
  /** seconds */
  allocated: number;
};
export type OrderReport = {
  period: ReportPeriod;
  /** placed orders, the largest group first */
  groups: ReportGroup[];
  placed: number[];
  /** orders that are completed */
  completed: number[];
  /** orders that are cancelled */
  cancelled: number[];
  /** seconds */
  worked: number[];
  lead: ReportStay;
  stages: ReportStay[];
  /** of a working day on average */
  daySeconds: number;
  /** proofs of completed orders with 0, 1, 2, and 3 or more revisions */
  revisions: number[];
  /** revisions of all these proofs */
  revised: number;
  allocated: ReportAllocated;
};
export type OrderReportAnswer = {
  success: Success;
  data: OrderReport;
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
export type ReportBy = "status" | "service" | "creator";
export type OrderBehind = {
  id: string;
  /** the number people use */
  orderId: string;
  orderName: string;
  company: string;
  status: Status;
  archived: boolean;
  at: string;
  /** its part of the figure */
  value: number;
};
export type OrdersBehind = {
  orders: OrderBehind[];
  more: boolean;
};
export type OrdersBehindAnswer = {
  success: Success;
  data: OrdersBehind;
};
export type OrderFigure =
  | "placed"
  | "completed"
  | "cancelled"
  | "stage"
  | "revisions"
  | "worked"
  | "allocated"
  | "over";
export type OperatorFigures = {
  person: Person;
  /** seconds */
  worked: number;
  /** that they worked on */
  orders: number;
  /** of their orders */
  finished: number;
  /** how often their orders came back from a review */
  rework: number;
  /** their unfinished orders now */
  load: number;
};
export type OperatorReport = {
  period: ReportPeriod;
  operators: OperatorFigures[];
};
export type OperatorReportAnswer = {
  success: Success;
  data: OperatorReport;
};
export type OperatorFigure = "worked" | "finished" | "rework" | "load";
export const {
  useOrderReportQuery,
  useOrdersBehindQuery,
  useOperatorReportQuery,
  useOrdersOfOperatorQuery,
} = injectedRtkApi;
