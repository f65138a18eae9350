import type { ConfigFile, EndpointMatcherFunction } from '@rtk-query/codegen-openapi';

declare const config: ConfigFile & {
  schemaFile: string;
  apiFile: string;
  /** The files that are written, with what is special to each. */
  outputFiles: Record<string, { exportName: string; filterEndpoints: EndpointMatcherFunction }>;
};
export default config;
