/** The API client from the contract. Headers (CSRF, idempotency, position) are src/api/base.ts's own business. */
export default {
  schemaFile: '../api/openapi.yaml',
  apiFile: './src/api/base.ts',
  apiImport: 'baseApi',
  outputFile: './src/api/generated.ts',
  exportName: 'generatedApi',
  hooks: { queries: true, lazyQueries: true, mutations: true },
  encodePathParams: true,
  endpointOverrides: [{ pattern: /.*/, parameterFilter: (_name, parameter) => parameter.in !== 'header' }],
};
