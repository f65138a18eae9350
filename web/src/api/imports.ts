import { generatedImportsApi } from './generated/imports';

export type {
  CsvColumn,
  CsvDates,
  CsvEncoding,
  CsvLayout,
  CsvReading,
  Import,
  ImportField,
  ImportKind,
  ImportProblem,
  NotImported,
  Status as ImportStatus,
} from './generated/imports';

/** The size of each part of a file but its last, in bytes. */
export const partBytes = 512 * 1024;

const importsApi = generatedImportsApi.enhanceEndpoints({
  addTagTypes: ['Imports'],
  endpoints: {
    listImports: { providesTags: ['Imports'] },
    showImport: { providesTags: (_data, _error, { importId }) => [{ type: 'Imports', id: importId }] },
    beginImport: { invalidatesTags: ['Imports'] },
    checkImport: { invalidatesTags: ['Imports'] },
    confirmImport: { invalidatesTags: ['Imports'] },
    cancelImport: { invalidatesTags: ['Imports'] },
  },
});

export const {
  useListImportsQuery,
  useShowImportQuery,
  useBeginImportMutation,
  useAddImportPartMutation,
  useCheckImportMutation,
  useConfirmImportMutation,
  useCancelImportMutation,
  useLazyImportExampleQuery,
} = importsApi;
