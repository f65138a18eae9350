import { generatedDeskApi } from './generatedDesk';

/** The calls of the desk's own pages: audit, operations and editing the catalogue. */
export * from './generatedDesk';

generatedDeskApi.enhanceEndpoints({
  endpoints: {
    operations: { providesTags: ['Operations'] },
    autopsy: { providesTags: ['Operations'] },
    requestRebuild: { invalidatesTags: ['Operations'] },
    cancelRebuild: { invalidatesTags: ['Operations'] },
    retryParked: { invalidatesTags: ['Operations'] },
    skipParked: { invalidatesTags: ['Operations'] },
    saveCategory: { invalidatesTags: ['Catalogue'] },
    saveService: { invalidatesTags: ['Catalogue'] },
    savePackage: { invalidatesTags: ['Catalogue'] },
  },
});
