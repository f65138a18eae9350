import {
  generatedBillingApi,
  type HourlyAnswer,
  type HourlyCustomer,
  type HourlyCustomersAnswer,
  type HourlyOrder,
  type HourlyOrders,
} from '../generated/billing';
import { order } from '../live/tags';

export type { Estimate, EstimateTerms, HourlyCustomer, HourlyOrder } from '../generated/billing';

/** A page of orders. Each has what holds for the account: whether new orders are paid by the hour, and the price. */
export type HourlyPage = Omit<HourlyOrders, 'orders'> & { data: HourlyOrder[] };
type CustomerPage = { data: HourlyCustomer[]; next?: string };

/** The calls about work that is paid by the hour, with their cache tags. The lists grow by a page at a time. */
const hourlyApi = generatedBillingApi
  .enhanceEndpoints({
    endpoints: {
      // Prices are shown as they are now, never as they were on an earlier visit.
      hourlyOrders: { providesTags: ['Membership', 'Plans'], keepUnusedDataFor: 0 },
      estimate: {
        providesTags: (_data, _error, { orderId }) => [{ type: 'Order', id: orderId }, 'Membership', 'Plans'],
        keepUnusedDataFor: 0,
      },
      // A refused estimate leaves all as it was.
      confirmEstimate: {
        invalidatesTags: (answer, _error, { orderId }) => (answer ? ['Membership', ...order(orderId)] : []),
      },
      askForEstimate: { invalidatesTags: (answer, _error, { orderId }) => (answer ? order(orderId) : []) },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      hourlyPages: build.infiniteQuery<HourlyPage, void, number>({
        infiniteQueryOptions: {
          initialPageParam: 1,
          getNextPageParam: ({ more }, _pages, page) => (more ? page + 1 : undefined),
        },
        query: ({ pageParam }) => ({ url: '/payg', params: { page: pageParam } }),
        transformResponse: ({ data: { orders, ...account } }: HourlyAnswer) => ({ ...account, data: orders }),
        providesTags: ['Membership', 'Plans', 'Invoices', 'Orders'],
        keepUnusedDataFor: 0,
      }),
      hourlyCustomerPages: build.infiniteQuery<CustomerPage, { search?: string }, string>({
        infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
        query: ({ queryArg, pageParam }) => ({
          url: '/payg/customers',
          params: { ...queryArg, after: pageParam || undefined },
        }),
        transformResponse: ({ data: { customers, next } }: HourlyCustomersAnswer) => ({ data: customers, next }),
        providesTags: ['Accounts', 'Plans', 'Invoices', 'Orders'],
        keepUnusedDataFor: 0,
      }),
    }),
  });

export const {
  useHourlyOrdersQuery,
  useEstimateQuery,
  useConfirmEstimateMutation,
  useAskForEstimateMutation,
  useHourlyPagesInfiniteQuery,
  useHourlyCustomerPagesInfiniteQuery,
} = hourlyApi;
