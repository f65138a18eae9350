import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';

export type Query = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>;

/** What reads are filed under, and writes make out of date. */
export const tags = [
  'Profile',
  'Board',
  'Orders',
  'Work',
  'Order',
  'Timeline',
  'History',
  'Conversation',
  'WorkingTime',
  'Proof',
  'Messages',
  'Catalogue',
  'Operations',
  'Sidebar',
  'ClientBoard',
  'BusinessHours',
  'Announcements',
  'Build',
  'ErrorReports',
  'PaymentNotices',
  'RefusedSteps',
  'Images',
  'NotificationSettings',
  'Presets',
  'Guest',
  'Company',
  'Sessions',
  'Factors',
  'People',
  'Accounts',
  'Membership',
  'Invoices',
  'Payments',
  'PaymentMethods',
  'Plans',
  'Workflows',
  'Webhooks',
] as const;

/**
 * The API without its endpoints. The store gives it the query (`withQuery`), so that neither this
 * file nor the generated endpoints depend on the code that sends calls.
 */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: (...[args, api, options]: Parameters<Query>) => (api.extra as { query: Query }).query(args, api, options),
  tagTypes: tags,
  keepUnusedDataFor: 120,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
