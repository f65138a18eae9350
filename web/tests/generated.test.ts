// @vitest-environment node
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { expect, test } from 'vitest';
import config from '../codegen.config.js';
import { csrfScope } from '../src/api/request/csrf';

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

// docs/generate writes the scopes by the beginnings of paths.
test('the CSRF token of every write has the scope that the contract names (SH-009)', () => {
  const contract = readFileSync(resolve(web, options.schemaFile), 'utf8');
  let path = '';
  const wrong: string[] = [];
  let writes = 0;
  for (const [, at, scope] of contract.matchAll(/^ {2}(\/\S+):$|^ {6}x-csrf-scope: (\S+)$/gm)) {
    if (at !== undefined) path = at;
    else if (!path.startsWith('/g/')) {
      writes++;
      if (csrfScope(path.replaceAll(/\{\w+\}/g, '1')) !== scope) wrong.push(`${path} ${scope}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(writes).toBeGreaterThan(150);
});
