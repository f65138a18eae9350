import { baseApi } from '../request/base';

/** The most thumbnails in one answer of the server. */
export const coversAtOnce = 60;

type CoversAnswer = { data: { covers: { orderId: string; url: string }[]; making?: string[] } };

/** Links to thumbnails by order id, and the orders without one of which a thumbnail is being made. */
export interface Covers {
  urls: Record<string, string>;
  making: readonly string[];
}

const coversApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The thumbnails of orders. Orders without one are missing. */
    covers: build.query<Covers, readonly string[]>({
      query: (ids) => ({ url: '/order/covers', params: { ids: ids.join(',') } }),
      transformResponse: ({ data }: CoversAnswer) => ({
        urls: Object.fromEntries(data.covers.map(({ orderId, url }) => [orderId, url])),
        making: data.making ?? [],
      }),
    }),
  }),
});

/** Requests the links now. The answer is not cached, because its links last for a minute. */
export const askCovers = (ids: readonly string[]) =>
  coversApi.endpoints.covers.initiate(ids, { forceRefetch: true, subscribe: false });
