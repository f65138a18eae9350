import { generatedDeskApi } from './generatedDesk';

export * from './generatedDesk';

/** What the calls of the audit, the operations and the catalogue's editor show and make stale. */
export const deskApi = generatedDeskApi.enhanceEndpoints({
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
  },
});
