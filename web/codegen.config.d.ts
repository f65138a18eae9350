import type { ConfigFile } from '@rtk-query/codegen-openapi';

declare const config: ConfigFile & {
  outputFiles: Record<string, { exportName: string; filterEndpoints: (name: string) => boolean }>;
  schemaFile: string;
  apiFile: string;
};
export default config;
