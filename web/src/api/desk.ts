import { generatedDeskApi } from './generatedDesk';

export * from './generatedDesk';

/** The cache tags of the calls of audit, operations and the catalogue editor. */
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
