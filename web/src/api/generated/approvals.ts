import { baseApi as api } from "../request/base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    workflows: build.query<WorkflowsApiResponse, WorkflowsApiArg>({
      query: () => ({ url: `/workflows` }),
    }),
    workflow: build.query<WorkflowApiResponse, WorkflowApiArg>({
      query: (queryArg) => ({
        url: `/workflows/${encodeURIComponent(String(queryArg.workflowId))}`,
      }),
    }),
    saveWorkflow: build.mutation<SaveWorkflowApiResponse, SaveWorkflowApiArg>({
      query: (queryArg) => ({
        url: `/workflows/${encodeURIComponent(String(queryArg.workflowId))}`,
        method: "PUT",
        body: queryArg.workflowContent,
      }),
    }),
    retireWorkflow: build.mutation<
      RetireWorkflowApiResponse,
      RetireWorkflowApiArg
    >({
      query: (queryArg) => ({
        url: `/workflows/${encodeURIComponent(String(queryArg.workflowId))}`,
        method: "DELETE",
      }),
    }),
    discardWorkflow: build.mutation<
      DiscardWorkflowApiResponse,
      DiscardWorkflowApiArg
    >({
      query: (queryArg) => ({
        url: `/workflows/${encodeURIComponent(String(queryArg.workflowId))}/draft`,
        method: "DELETE",
      }),
    }),
    publishWorkflow: build.mutation<
      PublishWorkflowApiResponse,
      PublishWorkflowApiArg
    >({
      query: (queryArg) => ({
        url: `/workflows/${encodeURIComponent(String(queryArg.workflowId))}/published`,
        method: "PUT",
      }),
    }),
    workflowTrial: build.query<WorkflowTrialApiResponse, WorkflowTrialApiArg>({
      query: (queryArg) => ({
        url: `/workflows/${encodeURIComponent(String(queryArg.workflowId))}/trial`,
      }),
    }),
    tryWorkflow: build.mutation<TryWorkflowApiResponse, TryWorkflowApiArg>({
      query: (queryArg) => ({
        url: `/workflows/${encodeURIComponent(String(queryArg.workflowId))}/trial`,
        method: "POST",
      }),
    }),
    chooseWorkflow: build.mutation<
      ChooseWorkflowApiResponse,
      ChooseWorkflowApiArg
    >({
      query: (queryArg) => ({
        url: `/workflow-choice`,
        method: "PUT",
        body: queryArg.workflowChoice,
      }),
    }),
    orderRoute: build.query<OrderRouteApiResponse, OrderRouteApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/route`,
      }),
    }),
    replaceApprover: build.mutation<
      ReplaceApproverApiResponse,
      ReplaceApproverApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/route`,
        method: "PUT",
        body: queryArg.approverReplacement,
      }),
    }),
    decideStep: build.mutation<DecideStepApiResponse, DecideStepApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/step`,
        method: "POST",
        body: queryArg.stepDecision,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApprovalsApi };
export type WorkflowsApiResponse =
  /** status 200 The workflow of new orders first, then those in force, drafts, and retired ones */ WorkflowsAnswer;
export type WorkflowsApiArg = void;
export type WorkflowApiResponse = /** status 200 The workflow */ WorkflowAnswer;
export type WorkflowApiArg = {
  workflowId: string;
};
export type SaveWorkflowApiResponse = /** status 200 Done */ Plain;
export type SaveWorkflowApiArg = {
  workflowId: string;
  workflowContent: WorkflowContent;
};
export type RetireWorkflowApiResponse = /** status 200 Done */ Plain;
export type RetireWorkflowApiArg = {
  workflowId: string;
};
export type DiscardWorkflowApiResponse = /** status 200 Done */ Plain;
export type DiscardWorkflowApiArg = {
  workflowId: string;
};
export type PublishWorkflowApiResponse = /** status 200 Done */ Plain;
export type PublishWorkflowApiArg = {
  workflowId: string;
};
export type WorkflowTrialApiResponse =
  /** status 200 The trial */ WorkflowTrialAnswer;
export type WorkflowTrialApiArg = {
  workflowId: string;
};
export type TryWorkflowApiResponse = /** status 200 Done */ Plain;
export type TryWorkflowApiArg = {
  workflowId: string;
};
export type ChooseWorkflowApiResponse = /** status 200 Done */ Plain;
export type ChooseWorkflowApiArg = {
  workflowChoice: WorkflowChoice;
};
export type OrderRouteApiResponse =
  /** status 200 The workflow; without steps if the order has none */ OrderRouteAnswer;
export type OrderRouteApiArg = {
  orderId: string;
};
export type ReplaceApproverApiResponse = /** status 200 Done */ Plain;
export type ReplaceApproverApiArg = {
  orderId: string;
  approverReplacement: ApproverReplacement;
};
export type DecideStepApiResponse = /** status 200 Done */ Plain;
export type DecideStepApiArg = {
  orderId: string;
  attachmentId: string;
  stepDecision: StepDecision;
};
export type Success = boolean;
export type WorkflowStep = {
  name: string;
  /** members of the account's team */
  approvers: string[];
  rule: "any" | "all" | "quorum";
  /** approvals needed; for the rule quorum */
  quorum?: number;
  /** hours from the begin of the step; 0: never */
  due?: number;
  /** hours before it is due; 0: none */
  reminder?: number;
};
export type WorkflowContent = {
  name: string;
  steps: WorkflowStep[];
};
export type Workflow = {
  id: string;
  phase: "draft" | "published" | "retired";
  /** of what is published; 0: nothing yet */
  edition: number;
  /** new orders get it */
  chosen: boolean;
  draft?: WorkflowContent;
  published?: WorkflowContent;
  changedAt: string;
};
export type WorkflowsAnswer = {
  success: Success;
  data: Workflow[];
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
export type WorkflowAnswer = {
  success: Success;
  data: Workflow;
};
export type Plain = {
  success: Success;
  message: string;
};
export type RouteApprover = {
  id: string;
  name: string;
  avatar?: string;
  /** whether this person can decide now */
  able: boolean;
};
export type TriedOrder = {
  orderId: string;
  name: string;
  /** seconds from the begin of the review to the approval */
  took: number;
  /** seconds with the workflow; absent: nothing is known */
  estimated?: number;
  /** the approval would have been missing something */
  differs: boolean;
  /** the first step that would not have been passed, from 0 */
  step?: number;
  /** its approvers who did not approve */
  missing: RouteApprover[];
};
export type WorkflowTrial = {
  state: "none" | "waiting" | "done";
  askedAt?: string;
  /** whether the workflow is still as it was tried */
  current?: boolean;
  /** at most 50, those that differ first */
  orders: TriedOrder[];
  /** orders that were tried */
  total: number;
  differing: number;
  /** the average, in seconds */
  took?: number;
  /** the average, in seconds */
  estimated?: number;
};
export type WorkflowTrialAnswer = {
  success: Success;
  data: WorkflowTrial;
};
export type WorkflowChoice = {
  /** absent: new orders get none */
  workflowId?: string;
};
export type RouteStep = {
  name: string;
  rule: "any" | "all" | "quorum";
  /** approvals that pass the step */
  needs: number;
  /** hours from the begin of the step */
  due?: number;
  /** by their seats */
  approvers: RouteApprover[];
};
export type RouteDecision = {
  /** from 0 */
  step: number;
  /** from 0 */
  seat: number;
  personId: string;
  name: string;
  approved: boolean;
  /** of a rejection */
  reason?: string;
  at: string;
};
export type RouteFile = {
  attachmentId: string;
  /** the newest version */
  versionId: string;
  name: string;
  /** of the version */
  number: number;
  state: "running" | "approved" | "rejected";
  /** the current step, or the one that ended the workflow; from 0 */
  step: number;
  /** when that step began, or ended the workflow */
  since: string;
  dueAt?: string;
  /** whose decision is missing in the current step */
  asked: string[];
  decisions: RouteDecision[];
  /** whether the caller can decide now */
  mine: boolean;
};
export type OrderRoute = {
  name: string;
  edition: number;
  steps: RouteStep[];
  files: RouteFile[];
  /** whether versions can be decided now */
  inReview: boolean;
  /** whether the caller can ask somebody else */
  replaces: boolean;
};
export type OrderRouteAnswer = {
  success: Success;
  data: OrderRoute;
};
export type ApproverReplacement = {
  step: number;
  from: string;
  to: string;
};
export type StepDecision = {
  versionId: string;
  approved: boolean;
  /** of a rejection, 1 to 255 characters */
  reason?: string;
  /** the step that the caller saw; in another one nothing is decided */
  step?: number;
};
export const {
  useWorkflowsQuery,
  useWorkflowQuery,
  useSaveWorkflowMutation,
  useRetireWorkflowMutation,
  useDiscardWorkflowMutation,
  usePublishWorkflowMutation,
  useWorkflowTrialQuery,
  useTryWorkflowMutation,
  useChooseWorkflowMutation,
  useOrderRouteQuery,
  useReplaceApproverMutation,
  useDecideStepMutation,
} = injectedRtkApi;
