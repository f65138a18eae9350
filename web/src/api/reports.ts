import {
  generatedReportsApi,
  type OperatorReportApiArg,
  type OrderBehind,
  type OrderReportApiArg,
  type OrdersBehindAnswer,
  type OrdersBehindApiArg,
  type OrdersOfOperatorApiArg,
} from './generated/reports';

export type {
  OperatorFigure,
  OperatorFigures,
  OrderBehind,
  OrderFigure,
  OrderReport,
  ReportPeriod,
  ReportStay,
} from './generated/reports';

type Page = { data: OrderBehind[]; more: boolean };

const paged = {
  infiniteQueryOptions: {
    initialPageParam: 1,
    getNextPageParam: ({ more }: Page, _pages: Page[], page: number) => (more ? page + 1 : undefined),
  },
  transformResponse: ({ data: { orders, more } }: OrdersBehindAnswer): Page => ({ data: orders, more }),
  keepUnusedDataFor: 0,
};

/**
 * The calls about reports. They have no tags: a report is of the moment when it was opened, and would be counted
 * again with every change of an order.
 */
const reportsApi = generatedReportsApi.injectEndpoints({
  endpoints: (build) => ({
    ordersBehindPages: build.infiniteQuery<Page, Omit<OrdersBehindApiArg, 'page'>, number>({
      ...paged,
      query: ({ queryArg, pageParam }) => ({ url: '/reports/orders/behind', params: { ...queryArg, page: pageParam } }),
    }),
    operatorBehindPages: build.infiniteQuery<Page, Omit<OrdersOfOperatorApiArg, 'page'>, number>({
      ...paged,
      query: ({ queryArg, pageParam }) => ({
        url: '/reports/operators/behind',
        params: { ...queryArg, page: pageParam },
      }),
    }),
  }),
});

export type OrderQuery = OrderReportApiArg;
export type OperatorQuery = OperatorReportApiArg;

export const {
  useOrderReportQuery,
  useOperatorReportQuery,
  useOrdersBehindPagesInfiniteQuery,
  useOperatorBehindPagesInfiniteQuery,
} = reportsApi;
