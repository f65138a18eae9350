import { baseApi } from './base';

/** Pictures that the server gives in one answer. */
export const coversAtOnce = 60;

type CoversAnswer = { data: { covers: { orderId: string; url: string }[] } };

const coversApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Links to the pictures of orders by their ids; of those without one there is none. */
    covers: build.query<Record<string, string>, readonly string[]>({
      query: (ids) => ({ url: '/order/covers', params: { ids: ids.join(',') } }),
      transformResponse: ({ data }: CoversAnswer) =>
        Object.fromEntries(data.covers.map(({ orderId, url }) => [orderId, url])),
    }),
  }),
});

/** Asks now; the answer is not kept, as its links last for a minute. */
export const askCovers = (ids: readonly string[]) =>
  coversApi.endpoints.covers.initiate(ids, { forceRefetch: true, subscribe: false });
