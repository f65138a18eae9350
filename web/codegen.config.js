/**
 * What a page needs first is in `main`. The calls of pages that are fetched when they are wanted come with them, so
 * that the first page is not larger for them. The contract says with each operation which part has it (`x-web`). No
 * part has what is not called through the client: pictures of orders (src/api/board/covers.ts), files
 * (orders/useExport), forms of presets (src/api/board/presets.ts), the end of an upload with its headers
 * (src/api/proof/upload.ts), calls whose suffix depends on the caller (src/api/session/account.ts), crashes
 * (src/app/report.ts), and what only other programs ask for.
 */
const parts = [
  'main',
  'account',
  'approvals',
  'billing',
  'desk',
  'imports',
  'people',
  'proof',
  'reports',
  'shell',
  'webhooks',
];

const file = (part) => {
  const name = part === 'main' ? 'generated' : `generated${part[0].toUpperCase()}${part.slice(1)}`;
  return [
    `./src/api/generated/${part === 'main' ? 'index' : part}.ts`,
    {
      exportName: `${name}Api`,
      filterEndpoints: (operation, { operation: { 'x-web': of } }) => {
        if (of !== undefined && !parts.includes(of))
          throw new Error(`${operation} belongs to no part of the web app: ${of}`);
        return of === part;
      },
    },
  ];
};

/** The API client from the contract. Headers (CSRF, idempotency, position) are src/api/request's own business. */
export default {
  schemaFile: '../api/openapi.yaml',
  apiFile: './src/api/request/base.ts',
  apiImport: 'baseApi',
  hooks: { queries: true, mutations: true },
  useUnknown: true,
  encodePathParams: true,
  endpointOverrides: [
    { pattern: /.*/, parameterFilter: (name, parameter) => parameter.in !== 'header' && name !== 'minPosition' },
  ],
  outputFiles: Object.fromEntries(parts.map(file)),
};
