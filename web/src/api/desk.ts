import { type AccountEvents, type AccountEventsAnswer, generatedDeskApi } from './generated/desk';

export * from './generated/desk';

/** The cache tags of the calls of audit, operations and the catalogue editor. */
export const deskApi = generatedDeskApi
  .enhanceEndpoints({
    endpoints: {
      operations: { providesTags: ['Operations'] },
      autopsy: { providesTags: ['Operations'] },
      saveCategory: { invalidatesTags: ['Catalogue'] },
      saveService: { invalidatesTags: ['Catalogue'] },
      savePackage: { invalidatesTags: ['Catalogue'] },
      requestRebuild: { invalidatesTags: ['Operations'] },
      cancelRebuild: { invalidatesTags: ['Operations'] },
      retryParked: { invalidatesTags: ['Operations'] },
      skipParked: { invalidatesTags: ['Operations'] },
      paymentNotices: { providesTags: ['PaymentNotices'] },
      replayPaymentNotice: { invalidatesTags: ['PaymentNotices'] },
      refusedSteps: { providesTags: ['RefusedSteps'] },
      retryRefusedSteps: { invalidatesTags: ['RefusedSteps'] },
      removeRefusedStep: { invalidatesTags: ['RefusedSteps'] },
      errorReports: { providesTags: ['ErrorReports'] },
      removeErrorReport: { invalidatesTags: ['ErrorReports'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** What happened to accounts, a page at a time, the newest first. */
      accountEventPages: build.infiniteQuery<AccountEvents, { person?: string }, number>({
        infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: ({ next }) => next },
        query: ({ queryArg, pageParam }) => ({
          url: '/audit/accounts',
          params: { ...queryArg, before: pageParam || undefined },
        }),
        transformResponse: ({ data }: AccountEventsAnswer) => data,
      }),
    }),
  });

export const { useAccountEventPagesInfiniteQuery } = deskApi;
