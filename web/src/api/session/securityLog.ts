import { generatedAccountApi, type SecurityEvents, type SecurityEventsAnswer } from '../generated/account';

export type { SecurityEvent } from '../generated/account';

/** What could be dangerous for an account, a page at a time, the newest first (BY-071). */
const securityLogApi = generatedAccountApi.injectEndpoints({
  endpoints: (build) => ({
    securityPages: build.infiniteQuery<SecurityEvents, { person?: string }, number>({
      infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: ({ next }) => next },
      query: ({ queryArg, pageParam }) => ({
        url: '/profile/security-log',
        params: { ...queryArg, before: pageParam || undefined },
      }),
      transformResponse: ({ data }: SecurityEventsAnswer) => data,
      providesTags: ['Factors', 'Sessions'], // their changes are listed
    }),
  }),
});

export const { useSecurityPagesInfiniteQuery } = securityLogApi;
