import type { ConfigFile } from '@rtk-query/codegen-openapi';

declare const config: ConfigFile & { outputFile: string; schemaFile: string; apiFile: string };
export default config;
