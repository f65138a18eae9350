import { baseApi as api } from "../request/base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    webhookEndpoints: build.query<
      WebhookEndpointsApiResponse,
      WebhookEndpointsApiArg
    >({
      query: () => ({ url: `/webhook-endpoints` }),
    }),
    addWebhookEndpoint: build.mutation<
      AddWebhookEndpointApiResponse,
      AddWebhookEndpointApiArg
    >({
      query: (queryArg) => ({
        url: `/webhook-endpoints`,
        method: "POST",
        body: queryArg.webhookContent,
      }),
    }),
    changeWebhookEndpoint: build.mutation<
      ChangeWebhookEndpointApiResponse,
      ChangeWebhookEndpointApiArg
    >({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.endpointId))}`,
        method: "PUT",
        body: queryArg.webhookContent,
      }),
    }),
    removeWebhookEndpoint: build.mutation<
      RemoveWebhookEndpointApiResponse,
      RemoveWebhookEndpointApiArg
    >({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.endpointId))}`,
        method: "DELETE",
      }),
    }),
    rotateWebhookSecret: build.mutation<
      RotateWebhookSecretApiResponse,
      RotateWebhookSecretApiArg
    >({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.endpointId))}/secret`,
        method: "POST",
      }),
    }),
    switchWebhookEndpoint: build.mutation<
      SwitchWebhookEndpointApiResponse,
      SwitchWebhookEndpointApiArg
    >({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.endpointId))}/state`,
        method: "PUT",
        body: queryArg.webhookSwitch,
      }),
    }),
    replayWebhookEvents: build.mutation<
      ReplayWebhookEventsApiResponse,
      ReplayWebhookEventsApiArg
    >({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.endpointId))}/replay`,
        method: "POST",
        body: queryArg.webhookReplay,
      }),
    }),
    testWebhookEndpoint: build.mutation<
      TestWebhookEndpointApiResponse,
      TestWebhookEndpointApiArg
    >({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.endpointId))}/test`,
        method: "POST",
      }),
    }),
    webhookDeliveries: build.query<
      WebhookDeliveriesApiResponse,
      WebhookDeliveriesApiArg
    >({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.endpointId))}/deliveries`,
        params: {
          state: queryArg.state,
          after: queryArg.after,
        },
      }),
    }),
    replayWebhookDeliveries: build.mutation<
      ReplayWebhookDeliveriesApiResponse,
      ReplayWebhookDeliveriesApiArg
    >({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.endpointId))}/deliveries`,
        method: "POST",
        body: queryArg.webhookDeliveriesReplay,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedWebhooksApi };
export type WebhookEndpointsApiResponse =
  /** status 200 The endpoints, the oldest first, and the types of events that there are */ WebhookEndpointsAnswer;
export type WebhookEndpointsApiArg = void;
export type AddWebhookEndpointApiResponse =
  /** status 200 The endpoint was added */ WebhookSecretAnswer;
export type AddWebhookEndpointApiArg = {
  webhookContent: WebhookContent;
};
export type ChangeWebhookEndpointApiResponse = /** status 200 Done */ Plain;
export type ChangeWebhookEndpointApiArg = {
  /** of a webhook */
  endpointId: string;
  webhookContent: WebhookContent;
};
export type RemoveWebhookEndpointApiResponse = /** status 200 Done */ Plain;
export type RemoveWebhookEndpointApiArg = {
  /** of a webhook */
  endpointId: string;
};
export type RotateWebhookSecretApiResponse =
  /** status 200 The new secret, this once */ WebhookSecretAnswer;
export type RotateWebhookSecretApiArg = {
  /** of a webhook */
  endpointId: string;
};
export type SwitchWebhookEndpointApiResponse = /** status 200 Done */ Plain;
export type SwitchWebhookEndpointApiArg = {
  /** of a webhook */
  endpointId: string;
  webhookSwitch: WebhookSwitch;
};
export type ReplayWebhookEventsApiResponse = /** status 200 Done */ Plain;
export type ReplayWebhookEventsApiArg = {
  /** of a webhook */
  endpointId: string;
  webhookReplay: WebhookReplay;
};
export type TestWebhookEndpointApiResponse =
  /** status 200 What became of the message */ WebhookTestAnswer;
export type TestWebhookEndpointApiArg = {
  /** of a webhook */
  endpointId: string;
};
export type WebhookDeliveriesApiResponse =
  /** status 200 The deliveries. Those that were delivered are kept for 7 days, those that failed for 30 */ WebhookDeliveriesAnswer;
export type WebhookDeliveriesApiArg = {
  /** of a webhook */
  endpointId: string;
  state: WebhookDeliveryState;
  /** the last delivery of the answer before */
  after?: string;
};
export type ReplayWebhookDeliveriesApiResponse = /** status 200 Done */ Plain;
export type ReplayWebhookDeliveriesApiArg = {
  /** of a webhook */
  endpointId: string;
  webhookDeliveriesReplay: WebhookDeliveriesReplay;
};
export type Success = boolean;
export type WebhookEndpoint = {
  id: string;
  url: string;
  types: string[];
  state: "active" | "paused";
  /** of a pause: a person, three days of failures, or the answer 410 Gone */
  cause?: "person" | "failed" | "gone";
  addedAt: string;
  /** events of the log up to it were sent or wait */
  position: number;
  /** deliveries that wait for their first or next try */
  waiting: number;
  /** deliveries that were given up and are kept */
  failed: number;
  /** the first of the failures since the last success */
  failingSince?: string;
};
export type WebhookEndpoints = {
  endpoints: WebhookEndpoint[];
  /** every type of event that there is */
  types: string[];
  /** position of the last event of the log */
  head: number;
};
export type WebhookEndpointsAnswer = {
  success: Success;
  data: WebhookEndpoints;
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
export type WebhookFailure =
  | "status"
  | "redirect"
  | "timeout"
  | "unreachable"
  | "unknown-host"
  | "certificate"
  | "crowded";
export type WebhookTest = {
  /** of the answer; missing for none */
  status?: number;
  failure?: WebhookFailure;
  /** until the answer */
  milliseconds: number;
};
export type WebhookSecret = {
  /** of the endpoint */
  id: string;
  /** verifies signatures; it is shown this once */
  secret: string;
  test?: WebhookTest;
};
export type WebhookSecretAnswer = {
  success: Success;
  message: string;
  data: WebhookSecret;
};
export type WebhookContent = {
  /** where messages are sent to; it begins with https:// */
  url: string;
  /** of events that are sent; none for all, also those that are added later */
  types: string[];
};
export type Plain = {
  success: Success;
  message: string;
};
export type WebhookSwitch = {
  state: "active" | "paused";
};
export type WebhookReplay = {
  /** position in the log; 0 is the beginning */
  after: number;
};
export type WebhookTestAnswer = {
  success: Success;
  data: WebhookTest;
};
export type WebhookDeliveryState = "waiting" | "delivered" | "failed";
export type WebhookDelivery = {
  /** `webhook-id` of its messages; retries keep it */
  id: string;
  /** of the event */
  position: number;
  order: string;
  type: string;
  state: WebhookDeliveryState;
  tries: number;
  /** when it began to wait */
  at: string;
  /** the last try */
  triedAt?: string;
  /** the next try, if it waits */
  nextAt?: string;
  /** of the last answer; missing for none */
  status?: number;
  failure?: WebhookFailure;
};
export type WebhookDeliveriesAnswer = {
  success: Success;
  data: WebhookDelivery[];
};
export type WebhookDeliveriesReplay = {
  /** none for all that failed */
  ids: string[];
};
export const {
  useWebhookEndpointsQuery,
  useAddWebhookEndpointMutation,
  useChangeWebhookEndpointMutation,
  useRemoveWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useSwitchWebhookEndpointMutation,
  useReplayWebhookEventsMutation,
  useTestWebhookEndpointMutation,
  useWebhookDeliveriesQuery,
  useReplayWebhookDeliveriesMutation,
} = injectedRtkApi;
