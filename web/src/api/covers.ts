import { baseApi } from './base';

/** The most thumbnails in one answer of the server. */
export const coversAtOnce = 60;

type CoversAnswer = { data: { covers: { orderId: string; url: string }[] } };

const coversApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Links to the thumbnails of orders by order id. Orders without one are missing. */
    covers: build.query<Record<string, string>, readonly string[]>({
      query: (ids) => ({ url: '/order/covers', params: { ids: ids.join(',') } }),
      transformResponse: ({ data }: CoversAnswer) =>
        Object.fromEntries(data.covers.map(({ orderId, url }) => [orderId, url])),
    }),
  }),
});

/** Requests the links now. The answer is not cached, because its links last for a minute. */
export const askCovers = (ids: readonly string[]) =>
  coversApi.endpoints.covers.initiate(ids, { forceRefetch: true, subscribe: false });
