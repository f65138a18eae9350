import { baseApi } from '../request/base';
import type { HistoryAnswer, HistoryEvent } from '../generated';

const historyApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** All events of an order, oldest first, read page by page. */
    wholeHistory: build.query<HistoryEvent[], string>({
      async queryFn(orderId, _api, _extra, ask) {
        const all: HistoryEvent[] = [];
        for (let after: number | undefined = 0; after !== undefined;) {
          const answer = await ask({ url: `/order/${orderId}/history`, params: { after } });
          if (answer.error) return { error: answer.error };
          const page = (answer.data as HistoryAnswer).data;
          all.push(...page.events);
          after = page.after;
        }
        return { data: all };
      },
      providesTags: (_data, _error, orderId) => [{ type: 'History', id: orderId }],
    }),
  }),
});

export const { useWholeHistoryQuery } = historyApi;
