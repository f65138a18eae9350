import {
  generatedWebhooksApi,
  type WebhookDeliveriesAnswer,
  type WebhookDelivery,
  type WebhookDeliveryState,
} from './generated/webhooks';

export type {
  WebhookContent,
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookFailure,
  WebhookSecret,
  WebhookTest,
} from './generated/webhooks';

type Page = { data: WebhookDelivery[] };

/** The most deliveries in an answer. One that is full may have others after it. */
const pageSize = 100;

/** The calls about webhooks with their cache tags. A test changes nothing. */
export const webhooksApi = generatedWebhooksApi
  .enhanceEndpoints({
    endpoints: {
      webhookEndpoints: { providesTags: ['Webhooks'] },
      addWebhookEndpoint: { invalidatesTags: ['Webhooks'] },
      changeWebhookEndpoint: { invalidatesTags: ['Webhooks'] },
      removeWebhookEndpoint: { invalidatesTags: ['Webhooks'] },
      rotateWebhookSecret: { invalidatesTags: ['Webhooks'] },
      switchWebhookEndpoint: { invalidatesTags: ['Webhooks'] },
      replayWebhookEvents: { invalidatesTags: ['Webhooks'] },
      replayWebhookDeliveries: { invalidatesTags: ['Webhooks'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      webhookDeliveryPages: build.infiniteQuery<Page, { endpointId: string; state: WebhookDeliveryState }, string>({
        infiniteQueryOptions: {
          initialPageParam: '',
          getNextPageParam: ({ data }) => (data.length < pageSize ? undefined : data.at(-1)?.id),
        },
        query: ({ queryArg: { endpointId, state }, pageParam }) => ({
          url: `/webhook-endpoints/${encodeURIComponent(endpointId)}/deliveries`,
          params: { state, after: pageParam || undefined },
        }),
        transformResponse: ({ data }: WebhookDeliveriesAnswer): Page => ({ data }),
        providesTags: ['Webhooks'],
        keepUnusedDataFor: 0,
      }),
    }),
  });

export const {
  useWebhookEndpointsQuery,
  useAddWebhookEndpointMutation,
  useChangeWebhookEndpointMutation,
  useRemoveWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useSwitchWebhookEndpointMutation,
  useReplayWebhookEventsMutation,
  useTestWebhookEndpointMutation,
  useReplayWebhookDeliveriesMutation,
  useWebhookDeliveryPagesInfiniteQuery,
} = webhooksApi;
