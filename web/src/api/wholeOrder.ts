import { restOfOrder } from './filePages';
import { generatedApi, type OrderAnswer, type OrderApiArg } from './generated';

type Answer = { data?: unknown; error?: unknown };
type Send = (request: unknown) => Promise<Answer> | Answer;

/** Has the call of an order answer all pages of its files at once. Whoever shows files imports this; it is no part of what comes before the board. */
generatedApi.enhanceEndpoints({
  endpoints: {
    order(definition) {
      const { query } = definition;
      Object.assign(definition, {
        query: undefined,
        async queryFn(arg: OrderApiArg, _api: unknown, _extra: unknown, send: Send) {
          const ask = (after?: string) => send(query?.({ ...arg, after }));
          const first = await ask();
          return first.error === undefined ? restOfOrder(first.data as OrderAnswer, ask) : first;
        },
      });
    },
  },
});
