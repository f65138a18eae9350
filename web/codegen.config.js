/**
 * Not called through the client: files (orders/useExport), forms of presets (src/api/presets.ts), the end of an upload
 * with its headers (src/api/upload.ts), and what only other programs ask for.
 */
const without =
  /^(export|certificate$|completeUpload$|audit(Head|Proof|Growth)$|deleteVersionWithReason$|(update|delete)Filter$|(archived|createArchived|updateArchived|deleteArchived)Filters?$)/;

/** The API client from the contract. Headers (CSRF, idempotency, position) are src/api/base.ts's own business. */
export default {
  schemaFile: '../api/openapi.yaml',
  apiFile: './src/api/base.ts',
  apiImport: 'baseApi',
  outputFile: './src/api/generated.ts',
  exportName: 'generatedApi',
  hooks: { queries: true, mutations: true },
  useUnknown: true,
  encodePathParams: true,
  filterEndpoints: (name) => !without.test(name),
  endpointOverrides: [{ pattern: /.*/, parameterFilter: (_name, parameter) => parameter.in !== 'header' }],
};
