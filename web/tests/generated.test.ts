// @vitest-environment node
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { expect, test } from 'vitest';
import config from '../codegen.config.js';

const web = resolve(import.meta.dirname, '..');

const { outputFiles, ...options } = config;

test.each(Object.entries(outputFiles))(
  '%s is generated from api/openapi.yaml: run npm run api:gen to update it',
  async (outputFile, part) => {
    const fresh = await generateEndpoints({
      ...options,
      ...part,
      schemaFile: resolve(web, options.schemaFile),
      apiFile: resolve(web, options.apiFile),
    });
    // The generator writes imports relative to its output, which differs here, so only the body
    // counts.
    const body = (text: string) => text.slice(text.indexOf('const injectedRtkApi'));
    expect(body(readFileSync(resolve(web, outputFile), 'utf8'))).toBe(body(fresh ?? ''));
  },
  30_000,
);
