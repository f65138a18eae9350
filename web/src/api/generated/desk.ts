import { baseApi as api } from "../request/base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveCategory: build.mutation<SaveCategoryApiResponse, SaveCategoryApiArg>({
      query: (queryArg) => ({
        url: `/catalogue/categories/${encodeURIComponent(String(queryArg.entryId))}`,
        method: "PUT",
        body: queryArg.categoryEntry,
      }),
    }),
    saveService: build.mutation<SaveServiceApiResponse, SaveServiceApiArg>({
      query: (queryArg) => ({
        url: `/catalogue/services/${encodeURIComponent(String(queryArg.entryId))}`,
        method: "PUT",
        body: queryArg.serviceEntry,
      }),
    }),
    savePackage: build.mutation<SavePackageApiResponse, SavePackageApiArg>({
      query: (queryArg) => ({
        url: `/catalogue/packages/${encodeURIComponent(String(queryArg.entryId))}`,
        method: "PUT",
        body: queryArg.packageEntry,
      }),
    }),
    auditKey: build.query<AuditKeyApiResponse, AuditKeyApiArg>({
      query: () => ({ url: `/audit/key` }),
    }),
    auditEvents: build.query<AuditEventsApiResponse, AuditEventsApiArg>({
      query: (queryArg) => ({
        url: `/audit/events`,
        params: {
          order: queryArg.order,
          person: queryArg.person,
          type: queryArg["type"],
          kind: queryArg.kind,
          from: queryArg["from"],
          to: queryArg.to,
          via: queryArg.via,
          cursor: queryArg.cursor,
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    auditAccounts: build.query<AuditAccountsApiResponse, AuditAccountsApiArg>({
      query: (queryArg) => ({
        url: `/audit/accounts`,
        params: {
          person: queryArg.person,
          about: queryArg.about,
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    auditRefusals: build.query<AuditRefusalsApiResponse, AuditRefusalsApiArg>({
      query: (queryArg) => ({
        url: `/audit/refusals`,
        params: {
          order: queryArg.order,
          person: queryArg.person,
          from: queryArg["from"],
          to: queryArg.to,
          cursor: queryArg.cursor,
          limit: queryArg.limit,
        },
      }),
    }),
    auditMoments: build.query<AuditMomentsApiResponse, AuditMomentsApiArg>({
      query: (queryArg) => ({
        url: `/audit/moments`,
        params: {
          ticks: queryArg.ticks,
        },
      }),
    }),
    auditPeople: build.query<AuditPeopleApiResponse, AuditPeopleApiArg>({
      query: (queryArg) => ({
        url: `/audit/people`,
        params: {
          search: queryArg.search,
        },
      }),
    }),
    operations: build.query<OperationsApiResponse, OperationsApiArg>({
      query: () => ({ url: `/operations` }),
    }),
    requestRebuild: build.mutation<
      RequestRebuildApiResponse,
      RequestRebuildApiArg
    >({
      query: (queryArg) => ({
        url: `/operations/projections/${encodeURIComponent(String(queryArg.projection))}/rebuild`,
        method: "POST",
        body: queryArg.rebuildRequest,
      }),
    }),
    cancelRebuild: build.mutation<
      CancelRebuildApiResponse,
      CancelRebuildApiArg
    >({
      query: (queryArg) => ({
        url: `/operations/rebuilds/${encodeURIComponent(String(queryArg.jobId))}`,
        method: "DELETE",
      }),
    }),
    retryParked: build.mutation<RetryParkedApiResponse, RetryParkedApiArg>({
      query: (queryArg) => ({
        url: `/operations/projections/${encodeURIComponent(String(queryArg.projection))}/retry`,
        method: "POST",
      }),
    }),
    autopsy: build.query<AutopsyApiResponse, AutopsyApiArg>({
      query: (queryArg) => ({
        url: `/operations/projections/${encodeURIComponent(String(queryArg.projection))}/parked/${encodeURIComponent(String(queryArg.stream))}`,
      }),
    }),
    skipParked: build.mutation<SkipParkedApiResponse, SkipParkedApiArg>({
      query: (queryArg) => ({
        url: `/operations/projections/${encodeURIComponent(String(queryArg.projection))}/parked/${encodeURIComponent(String(queryArg.stream))}/skip`,
        method: "POST",
        body: queryArg.skipRequest,
      }),
    }),
    errorReports: build.query<ErrorReportsApiResponse, ErrorReportsApiArg>({
      query: () => ({ url: `/operations/error-reports` }),
    }),
    removeErrorReport: build.mutation<
      RemoveErrorReportApiResponse,
      RemoveErrorReportApiArg
    >({
      query: (queryArg) => ({
        url: `/operations/error-reports/${encodeURIComponent(String(queryArg.reportId))}`,
        method: "DELETE",
      }),
    }),
    paymentNotices: build.query<
      PaymentNoticesApiResponse,
      PaymentNoticesApiArg
    >({
      query: () => ({ url: `/operations/payment-notices` }),
    }),
    replayPaymentNotice: build.mutation<
      ReplayPaymentNoticeApiResponse,
      ReplayPaymentNoticeApiArg
    >({
      query: (queryArg) => ({
        url: `/operations/payment-notices/${encodeURIComponent(String(queryArg.noticeId))}/replay`,
        method: "POST",
      }),
    }),
    refusedSteps: build.query<RefusedStepsApiResponse, RefusedStepsApiArg>({
      query: () => ({ url: `/operations/refused-steps` }),
    }),
    retryRefusedSteps: build.mutation<
      RetryRefusedStepsApiResponse,
      RetryRefusedStepsApiArg
    >({
      query: () => ({ url: `/operations/refused-steps/retry`, method: "POST" }),
    }),
    removeRefusedStep: build.mutation<
      RemoveRefusedStepApiResponse,
      RemoveRefusedStepApiArg
    >({
      query: (queryArg) => ({
        url: `/operations/refused-steps/${encodeURIComponent(String(queryArg.stepId))}`,
        method: "DELETE",
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedDeskApi };
export type SaveCategoryApiResponse =
  /** status 200 The catalogue as it is now */ CatalogueAnswer;
export type SaveCategoryApiArg = {
  entryId: string;
  categoryEntry: CategoryEntry;
};
export type SaveServiceApiResponse =
  /** status 200 The catalogue as it is now */ CatalogueAnswer;
export type SaveServiceApiArg = {
  entryId: string;
  serviceEntry: ServiceEntry;
};
export type SavePackageApiResponse =
  /** status 200 The catalogue as it is now */ CatalogueAnswer;
export type SavePackageApiArg = {
  entryId: string;
  packageEntry: PackageEntry;
};
export type AuditKeyApiResponse =
  /** status 200 The public keys, newest first */ AuditKeyAnswer;
export type AuditKeyApiArg = void;
export type AuditEventsApiResponse =
  /** status 200 A page of events */ AuditEventsAnswer;
export type AuditEventsApiArg = {
  order?: string;
  /** who did it */
  person?: string;
  /** comma-joined event types, or order, proof, topic or guest for all of a kind of stream */
  type?: string;
  kind?: EventKind;
  /** at this time or later */
  from?: string;
  /** at this time or before */
  to?: string;
  /** from where: board, status, review, form, detail, action, cli, automation */
  via?: string;
  /** positions below this one; the end of the log without it */
  cursor?: number;
  /** positions above this one, oldest first; instead of cursor */
  after?: number;
  limit?: number;
};
export type AuditAccountsApiResponse =
  /** status 200 A page of events */ AccountEventsAnswer;
export type AuditAccountsApiArg = {
  /** who did it, also as an impersonator */
  person?: string;
  /** the person or customer that it was done to */
  about?: string;
  /** next of the page before */
  before?: number;
  limit?: number;
};
export type AuditRefusalsApiResponse =
  /** status 200 A page of refused commands */ RefusalsAnswer;
export type AuditRefusalsApiArg = {
  order?: string;
  /** who did it */
  person?: string;
  /** at this time or later */
  from?: string;
  /** at this time or before */
  to?: string;
  cursor?: string;
  limit?: number;
};
export type AuditMomentsApiResponse =
  /** status 200 The moments */ MomentsAnswer;
export type AuditMomentsApiArg = {
  ticks?: number;
};
export type AuditPeopleApiResponse = /** status 200 The people */ PeopleAnswer;
export type AuditPeopleApiArg = {
  search?: string;
};
export type OperationsApiResponse =
  /** status 200 How the machinery stands */ OperationsAnswer;
export type OperationsApiArg = void;
export type RequestRebuildApiResponse =
  /** status 200 The rebuild that waits now */ RebuildAnswer;
export type RequestRebuildApiArg = {
  projection: string;
  rebuildRequest: RebuildRequest;
};
export type CancelRebuildApiResponse = /** status 200 It ends */ Plain;
export type CancelRebuildApiArg = {
  jobId: string;
};
export type RetryParkedApiResponse =
  /** status 200 They are tried again */ Plain;
export type RetryParkedApiArg = {
  projection: string;
};
export type AutopsyApiResponse =
  /** status 200 The examination; nothing is changed by it */ AutopsyAnswer;
export type AutopsyApiArg = {
  projection: string;
  stream: string;
};
export type SkipParkedApiResponse = /** status 200 It is left out */ Plain;
export type SkipParkedApiArg = {
  projection: string;
  stream: string;
  skipRequest: SkipRequest;
};
export type ErrorReportsApiResponse =
  /** status 200 At most 200 reports; the same crash of the same build is one report */ ErrorReportsAnswer;
export type ErrorReportsApiArg = void;
export type RemoveErrorReportApiResponse =
  /** status 200 It is removed */ Plain;
export type RemoveErrorReportApiArg = {
  /** fingerprint of the crash */
  reportId: string;
};
export type PaymentNoticesApiResponse =
  /** status 200 At most 100 notices */ PaymentNoticesAnswer;
export type PaymentNoticesApiArg = void;
export type ReplayPaymentNoticeApiResponse =
  /** status 200 It is handled again soon */ Plain;
export type ReplayPaymentNoticeApiArg = {
  noticeId: string;
};
export type RefusedStepsApiResponse =
  /** status 200 At most 100 steps */ RefusedStepsAnswer;
export type RefusedStepsApiArg = void;
export type RetryRefusedStepsApiResponse =
  /** status 200 They are done again soon */ Plain;
export type RetryRefusedStepsApiArg = void;
export type RemoveRefusedStepApiResponse =
  /** status 200 It is removed */ Plain;
export type RemoveRefusedStepApiArg = {
  stepId: string;
};
export type Success = boolean;
export type CatalogueCategory = {
  id: string;
  name: string;
  place: number;
  retired: boolean;
};
export type CatalogueService = {
  id: string;
  name: string;
  categoryId: string;
  /** seconds from publishing to the begin of work, 0 for no promise */
  promisedStart: number;
  /** seconds of working time, 0 for none */
  allocated: number;
  place: number;
  retired: boolean;
};
export type PackageCustomers = {
  total: number;
  /** the first of them by name */
  names: string[];
};
export type CataloguePackage = {
  id: string;
  name: string;
  /** seconds of working time a cycle, -1 for unlimited */
  allocated: number;
  /** -1 for unlimited */
  maximumActiveOrder: number;
  place: number;
  retired: boolean;
  customers?: PackageCustomers;
};
export type CatalogueData = {
  categories: CatalogueCategory[];
  services: CatalogueService[];
  packages: CataloguePackage[];
};
export type CatalogueAnswer = {
  success: Success;
  data: CatalogueData;
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
export type CategoryEntry = {
  name: string;
  place: number;
  retired: boolean;
};
export type ServiceEntry = {
  name: string;
  categoryId: string;
  /** seconds from publishing to the begin of work, 0 for no promise */
  promisedStart: number;
  /** seconds of working time, 0 for none */
  allocated: number;
  place: number;
  retired: boolean;
};
export type PackageEntry = {
  name: string;
  /** seconds of working time a cycle, -1 for unlimited */
  allocated: number;
  /** -1 for unlimited */
  maximumActiveOrder: number;
  place: number;
  retired: boolean;
};
export type AuditKeyData = {
  /** name+hash+key, newest first */
  keys: string[];
};
export type AuditKeyAnswer = {
  success: Success;
  data: AuditKeyData;
};
export type EventKind =
  "status" | "detail" | "work" | "people" | "file" | "decision" | "comment";
export type OrderName = {
  id: string;
  /** empty for an order that is deleted */
  number: string;
  name: string;
};
export type AuditEvent = {
  position: number;
  stream: string;
  type: string;
  kind: EventKind;
  /** a sentence without the actor */
  label: string;
  actor?: Person;
  impersonator?: Person;
  at: string;
  via: string;
  reason?: string;
  order?: OrderName;
  attachmentId?: string;
};
export type AuditEventsData = {
  events: AuditEvent[];
  /** of the next page, absent on the last */
  cursor?: number;
};
export type AuditEventsAnswer = {
  success: Success;
  data: AuditEventsData;
};
export type AccountEvent = {
  position: number;
  at: string;
  type: string;
  /** what the event means */
  words: string;
  actor?: Person;
  impersonator?: Person;
  /** name of the person or account that it was done to */
  subject: string;
  subjectId?: string;
  via: string;
  detail: string;
  reason?: string;
};
export type AccountEvents = {
  events: AccountEvent[];
  /** absent on the last page */
  next?: number;
};
export type AccountEventsAnswer = {
  success: Success;
  data: AccountEvents;
};
export type RefusedCommand = {
  id: string;
  at: string;
  actor?: Person;
  role: string;
  command: string;
  via: string;
  impersonator?: Person;
  /** stable, order.move_not_allowed */
  reason: string;
  message: string;
  details: string[];
  refusal?: Refusal;
  order?: OrderName;
};
export type RefusalsData = {
  refusals: RefusedCommand[];
  /** of the next page, absent on the last */
  cursor?: string;
};
export type RefusalsAnswer = {
  success: Success;
  data: RefusalsData;
};
export type Moment = {
  position: number;
  at: string;
};
export type MomentsData = {
  /** position of the last event, 0 for an empty log */
  head: number;
  /** the first and the last event and evenly spaced ones between, oldest first */
  ticks: Moment[];
};
export type MomentsAnswer = {
  success: Success;
  data: MomentsData;
};
export type PeopleAnswer = {
  success: Success;
  data: Person[];
};
export type Parked = {
  stream: string;
  position: number;
  version: number;
  type: string;
  error: string;
  since: string;
};
export type ProjectionStatus = {
  name: string;
  /** that its streams are spread over */
  parts: number;
  position: number;
  /** events not applied yet */
  lag: number;
  /** age of the oldest of them */
  lagSeconds: number;
  /** of the checkpoint */
  updated: string;
  /** some process has it, and every part of it */
  running: boolean;
  /** in the process that answers */
  state: "running" | "standby" | "failing" | "stopped";
  /** position of a rebuild under way */
  rebuilding?: number;
  /** the process that has the lease: host and number; of several parts, all of them */
  holder?: string;
  parked: Parked[];
};
export type WorkerStatus = {
  name: string;
  /** some process has the lease */
  held: boolean;
  /** the process that has the lease: host and number */
  holder?: string;
  /** absent for a worker that does not follow the log */
  position?: number;
  lag?: number;
};
export type QueueStatus = {
  name: string;
  /** not delivered yet */
  waiting: number;
  /** delivered and not acknowledged */
  inFlight: number;
  redelivered: number;
};
export type RowKey = {
  [key: string]: unknown;
};
export type RowDifference = {
  table: string;
  key: RowKey;
  /** absent where there is no such row */
  live?: {
    [key: string]: unknown;
  };
  /** absent where there is no such row */
  rebuilt?: {
    [key: string]: unknown;
  };
};
export type TableReport = {
  table: string;
  liveRows: number;
  rebuiltRows: number;
  onlyLive: number;
  onlyRebuilt: number;
  different: number;
  /** keys of the rows that differ, at most 1,000 */
  affected: RowKey[];
  samples: RowDifference[];
};
export type RebuildReport = {
  position: number;
  events: number;
  seconds: number;
  rate: number;
  same: boolean;
  swapped: boolean;
  tables: TableReport[];
  parked: Parked[];
};
export type Rebuild = {
  id: string;
  projection: string;
  dryRun: boolean;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  requestedBy?: Person;
  requestedAt: string;
  startedAt?: string;
  endedAt?: string;
  position: number;
  head: number;
  /** events a second */
  rate: number;
  remainingSeconds: number;
  error?: string;
  report?: RebuildReport;
};
export type OperationsWarning = {
  reason: string;
  message: string;
};
export type OperationsData = {
  head: number;
  at: string;
  projections: ProjectionStatus[];
  workers: WorkerStatus[];
  queues: QueueStatus[];
  /** why the queues cannot be told, absent if they can */
  queuesMissing?: string;
  /** the newest 20, newest first */
  rebuilds: Rebuild[];
  /** of the configuration */
  warnings: OperationsWarning[];
};
export type OperationsAnswer = {
  success: Success;
  data: OperationsData;
};
export type RebuildAnswer = {
  success: Success;
  message: string;
  data: Rebuild;
};
export type RebuildRequest = {
  /** compare and drop what was built */
  dryRun: boolean;
};
export type Plain = {
  success: Success;
  message: string;
};
export type PrefixEvent = {
  position: number;
  version: number;
  type: string;
  at: string;
  /** as upcast, absent if it cannot be decoded */
  data?: {
    [key: string]: unknown;
  };
  skipped: boolean;
};
export type TableRow = {
  table: string;
  row: {
    [key: string]: unknown;
  };
};
export type Decoding = {
  /** schema version in the log */
  stored: number;
  /** of this program, 0 for an unknown type */
  current: number;
  raw?: {
    [key: string]: unknown;
  };
  upcast?: {
    [key: string]: unknown;
  };
  error?: string;
};
export type WayOut = {
  works: boolean;
  applied: number;
  failsAt?: number;
  error?: string;
  changes: RowDifference[];
};
export type Autopsy = {
  projection: string;
  parked: Parked;
  order?: OrderName;
  /** the smallest prefix of the stream that fails, its last 100 events */
  prefix: PrefixEvent[];
  length: number;
  /** it fails on empty tables as well */
  alone: boolean;
  /** what the prefix without its last event leaves in empty tables */
  before: TableRow[];
  decoding: Decoding;
  retry: WayOut;
  skip: WayOut;
};
export type AutopsyAnswer = {
  success: Success;
  data: Autopsy;
};
export type SkipRequest = {
  /** the event that was looked at */
  position: number;
  reason: string;
};
export type ErrorReport = {
  id: string;
  message: string;
  page: string;
  stack: string;
  build: string;
  /** that reported it last, like Firefox on Linux; empty if unknown */
  browser: string;
  /** how often it was reported */
  count: number;
  firstAt: string;
  lastAt: string;
};
export type ErrorReportsAnswer = {
  success: Success;
  data: ErrorReport[];
};
export type PaymentNotice = {
  id: string;
  /** as the payment provider writes it, like payment_intent.succeeded */
  type: string;
  /** what it is about */
  object: string;
  receivedAt: string;
  /** absent while it waits */
  doneAt?: string;
  /** when it is tried again, while it waits */
  nextAt?: string;
  tries: number;
  /** why it was not handled the last time */
  failure?: string;
};
export type PaymentNoticesAnswer = {
  success: Success;
  data: PaymentNotice[];
};
export type RefusedStep = {
  id: string;
  /** what was to be done, in words */
  step: string;
  /** the account, if it is known */
  customerId?: string;
  /** its name */
  customer?: string;
  /** the invoice, if the payment provider has given money back or a payment is disputed there */
  invoiceId?: string;
  /** of the event that it followed from, absent for what was due by time */
  position?: number;
  /** why it was refused */
  message: string;
  /** how often it was refused */
  count: number;
  firstAt: string;
  lastAt: string;
  /** it waits to be done again */
  again: boolean;
};
export type RefusedStepsAnswer = {
  success: Success;
  data: RefusedStep[];
  /** of all, also of those that the answer does not hold */
  total: number;
};
export const {
  useSaveCategoryMutation,
  useSaveServiceMutation,
  useSavePackageMutation,
  useAuditKeyQuery,
  useAuditEventsQuery,
  useAuditAccountsQuery,
  useAuditRefusalsQuery,
  useAuditMomentsQuery,
  useAuditPeopleQuery,
  useOperationsQuery,
  useRequestRebuildMutation,
  useCancelRebuildMutation,
  useRetryParkedMutation,
  useAutopsyQuery,
  useSkipParkedMutation,
  useErrorReportsQuery,
  useRemoveErrorReportMutation,
  usePaymentNoticesQuery,
  useReplayPaymentNoticeMutation,
  useRefusedStepsQuery,
  useRetryRefusedStepsMutation,
  useRemoveRefusedStepMutation,
} = injectedRtkApi;
