import { restOfOrder } from '../proof/filePages';
import { generatedApi, type OrderAnswer, type OrderApiArg } from '../generated';

type Answer = { data?: unknown; error?: unknown };
type Send = (request: unknown) => Promise<Answer> | Answer;

/**
 * Makes the call of an order return all pages of its files at once. Code that shows files imports
 * this module, and code that loads before the board does not.
 */
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
