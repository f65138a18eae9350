import { type CartItem, generatedBillingApi, type PricedCart, type PricedCartAnswer } from '../generated/billing';

export type { AddOn, CartItem, CartItemType, CartLine, Pack, PackKind, PricedCart, Retail } from '../generated/billing';

/** A refused change leaves all as it was. */
const bought = (answer: unknown) => (answer ? (['Membership', 'Profile'] as const) : []);

/** The calls about packs and the cart, with their cache tags. What can be bought depends on the plan and on the price list. */
const cartApi = generatedBillingApi
  .enhanceEndpoints({
    endpoints: {
      // Prices are shown as they are now, never as they were on an earlier visit.
      retail: { providesTags: ['Membership', 'Plans'], keepUnusedDataFor: 0 },
      stopAddOn: { invalidatesTags: bought },
      keepAddOn: { invalidatesTags: bought },
      checkout: { invalidatesTags: (answer) => (answer ? ['Invoices'] : []) },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** What a cart costs now. It stores nothing, so it is a query although it is a PUT (SH-231, SH-234). */
      cartPrices: build.query<PricedCart, CartItem[]>({
        query: (items) => ({ url: '/cart', method: 'PUT', body: { items } }),
        transformResponse: ({ data }: PricedCartAnswer) => data,
        providesTags: ['Membership', 'Plans'],
        keepUnusedDataFor: 0,
      }),
    }),
  });

export const { useRetailQuery, useStopAddOnMutation, useKeepAddOnMutation, useCheckoutMutation, useCartPricesQuery } =
  cartApi;
