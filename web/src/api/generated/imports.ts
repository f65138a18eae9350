import { baseApi as api } from "../request/base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listImports: build.query<ListImportsApiResponse, ListImportsApiArg>({
      query: (queryArg) => ({
        url: `/imports`,
        params: {
          customerId: queryArg.customerId,
        },
      }),
    }),
    beginImport: build.mutation<BeginImportApiResponse, BeginImportApiArg>({
      query: (queryArg) => ({
        url: `/imports`,
        method: "POST",
        body: queryArg.newImport,
      }),
    }),
    importExample: build.query<ImportExampleApiResponse, ImportExampleApiArg>({
      query: (queryArg) => ({
        url: `/imports/examples/${encodeURIComponent(String(queryArg.kind))}`,
      }),
    }),
    showImport: build.query<ShowImportApiResponse, ShowImportApiArg>({
      query: (queryArg) => ({
        url: `/imports/${encodeURIComponent(String(queryArg.importId))}`,
        params: {
          from: queryArg["from"],
        },
      }),
    }),
    cancelImport: build.mutation<CancelImportApiResponse, CancelImportApiArg>({
      query: (queryArg) => ({
        url: `/imports/${encodeURIComponent(String(queryArg.importId))}`,
        method: "DELETE",
      }),
    }),
    addImportPart: build.mutation<
      AddImportPartApiResponse,
      AddImportPartApiArg
    >({
      query: (queryArg) => ({
        url: `/imports/${encodeURIComponent(String(queryArg.importId))}/parts/${encodeURIComponent(String(queryArg["number"]))}`,
        method: "PUT",
        body: queryArg.importPart,
      }),
    }),
    checkImport: build.mutation<CheckImportApiResponse, CheckImportApiArg>({
      query: (queryArg) => ({
        url: `/imports/${encodeURIComponent(String(queryArg.importId))}/check`,
        method: "POST",
        body: queryArg.importChoices,
      }),
    }),
    confirmImport: build.mutation<
      ConfirmImportApiResponse,
      ConfirmImportApiArg
    >({
      query: (queryArg) => ({
        url: `/imports/${encodeURIComponent(String(queryArg.importId))}/confirm`,
        method: "POST",
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedImportsApi };
export type ListImportsApiResponse =
  /** status 200 The imports, the newest first */ ImportsAnswer;
export type ListImportsApiArg = {
  /** the account that imports go to; absent: the caller's own */
  customerId?: string;
};
export type BeginImportApiResponse =
  /** status 200 The import, which waits for the parts of the file */ ImportAnswer;
export type BeginImportApiArg = {
  newImport: NewImport;
};
export type ImportExampleApiResponse =
  /** status 200 The file */ ImportExampleAnswer;
export type ImportExampleApiArg = {
  kind: "customers" | "people" | "orders";
};
export type ShowImportApiResponse = /** status 200 The import */ ImportAnswer;
export type ShowImportApiArg = {
  importId: string;
  /** how many problems to skip */
  from?: number;
};
export type CancelImportApiResponse = /** status 200 The import */ ImportAnswer;
export type CancelImportApiArg = {
  importId: string;
};
export type AddImportPartApiResponse = /** status 200 Done */ Plain;
export type AddImportPartApiArg = {
  importId: string;
  number: number;
  importPart: ImportPart;
};
export type CheckImportApiResponse =
  /** status 200 The import, whose check has begun */ ImportAnswer;
export type CheckImportApiArg = {
  importId: string;
  importChoices: ImportChoices;
};
export type ConfirmImportApiResponse =
  /** status 200 The import, which has begun */ ImportAnswer;
export type ConfirmImportApiArg = {
  importId: string;
};
export type Success = boolean;
export type ImportKind =
  "customers" | "people" | "orders" | "trello" | "planka";
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
export type ImportList = {
  id: string;
  name: string;
  cards: number;
  status?: Status;
};
export type CsvEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
export type CsvDates = "iso" | "day-first" | "month-first";
export type ImportField =
  | "name"
  | "owner_email"
  | "owner_firstname"
  | "owner_lastname"
  | "package"
  | "email"
  | "firstname"
  | "lastname"
  | "role"
  | "approver"
  | "job_title"
  | "time_zone"
  | "reference"
  | "status"
  | "description"
  | "due"
  | "priority"
  | "service"
  | "links";
export type CsvColumn = {
  number: number;
  name: string;
  /** at most three of its values */
  samples: string[];
  field?: ImportField;
};
export type CsvField = {
  name: ImportField;
  required: boolean;
};
export type CsvColumnChoice = {
  /** of the column in the file */
  number: number;
  field: ImportField;
};
export type CsvReading = {
  encoding?: CsvEncoding;
  dates?: CsvDates;
  /** the columns that are imported; all others are left out */
  columns?: CsvColumnChoice[];
};
export type CsvLayout = {
  encoding: CsvEncoding;
  dates?: CsvDates;
  /** a date of the file that ends with its year */
  dateText?: string;
  /** what it was read as, like 2026-12-24; absent: it cannot be read so */
  dateRead?: string;
  /** a column without a field is left out */
  columns: CsvColumn[];
  /** what a column of this kind of file can be */
  fields: CsvField[];
  chosen: CsvReading;
};
export type NotImported = {
  /** absent: the file does not say */
  comments?: number;
  checklists: number;
  members: number;
  attachments: number;
};
export type Import = {
  id: string;
  kind: ImportKind;
  /** the account that it goes to */
  accountName?: string;
  fileName: string;
  /** bytes */
  size: number;
  state:
    | "receiving"
    | "checking"
    | "checked"
    | "importing"
    | "done"
    | "failed"
    | "cancelled";
  createdAt: string;
  endedAt?: string;
  /** why it failed; absent: it did not */
  failure?: string;
  /** it waits until then, because many people were invited within an hour */
  resumesAt?: string;
  /** of the file */
  parts: number;
  /** of the file */
  rows: number;
  /** rows that can be imported, or were before */
  accepted: number;
  /** of the accepted rows */
  handled: number;
  created: number;
  /** of the accepted rows, imported before: nothing changes */
  existing: number;
  /** cards of lists without a status */
  leftOut: number;
  problemCount: number;
  /** of a board; a list without a status is left out */
  lists: ImportList[];
  /** with which the caller can import orders */
  statuses: Status[];
  csv?: CsvLayout;
  notImported?: NotImported;
};
export type ImportsAnswer = {
  success: Success;
  data: {
    imports: Import[];
    /** what the caller may import into the account */
    kinds: ImportKind[];
  };
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
export type ImportProblem = {
  /** 0: the whole file */
  line: number;
  column?: string;
  reason: string;
  text: string;
};
export type ImportAnswer = {
  success: Success;
  data: {
    import: Import;
    /** at most 100; the first 1000 can be read */
    problems: ImportProblem[];
  };
};
export type NewImport = {
  kind: ImportKind;
  /** the account to import into; absent: the caller's own */
  customerId?: string;
  /** the client of customers, or of people of a reseller */
  clientId?: string;
  fileName: string;
  /** bytes */
  size: number;
};
export type ImportExampleAnswer = {
  success: Success;
  data: {
    fileName: string;
    content: string;
  };
};
export type Plain = {
  success: Success;
  message: string;
};
export type ImportPart = {
  /** base64 */
  content: string;
};
export type ImportListStatus = {
  id: string;
  status?: Status;
};
export type ImportChoices = {
  lists?: ImportListStatus[];
  reading?: CsvReading;
};
export const {
  useListImportsQuery,
  useBeginImportMutation,
  useImportExampleQuery,
  useShowImportQuery,
  useCancelImportMutation,
  useAddImportPartMutation,
  useCheckImportMutation,
  useConfirmImportMutation,
} = injectedRtkApi;
