/** Not called through the client: files (orders/useExport), forms of presets (src/api/presets.ts), and what only other programs ask for. */
const without =
  /^(export|certificate$|audit(Head|Proof|Growth)$|deleteVersionWithReason$|(update|delete)Filter$|(archived|createArchived|updateArchived|deleteArchived)Filters?$)/;

/** What only the desk's own pages call: not part of the first load. */
const desk = /^(audit|operations$|autopsy$|(request|cancel)Rebuild$|(retry|skip)Parked$|save(Category|Service|Package)$)/;

/** The API client from the contract. Headers (CSRF, idempotency, position) are src/api/base.ts's own business. */
export default {
  schemaFile: '../api/openapi.yaml',
  apiFile: './src/api/base.ts',
  apiImport: 'baseApi',
  hooks: { queries: true, lazyQueries: true, mutations: true },
  encodePathParams: true,
  endpointOverrides: [{ pattern: /.*/, parameterFilter: (_name, parameter) => parameter.in !== 'header' }],
  outputFiles: {
    './src/api/generated.ts': {
      exportName: 'generatedApi',
      filterEndpoints: (name) => !without.test(name) && !desk.test(name),
    },
    './src/api/generatedDesk.ts': {
      exportName: 'generatedDeskApi',
      filterEndpoints: (name) => !without.test(name) && desk.test(name),
    },
  },
};
