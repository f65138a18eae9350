// @vitest-environment node
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mostPacks } from '../src/features/selling/packs/packDraft';
import { maxLines, maxQuantity } from '../src/shared/cart/cart';

const contract = readFileSync(resolve(import.meta.dirname, '../../api/openapi.yaml'), 'utf8');

/** Returns a limit of a property of a schema. */
function limit(schema: string, property: string, name: string): number {
  const from = contract.indexOf(`\n    ${schema}:\n`);
  const found = new RegExp(`\\n        ${property}: \\{.*?\\b${name}: (\\d+)`).exec(contract.slice(from));
  return Number(found?.[1]);
}

test('price lists and carts have the limits of the contract', () => {
  expect(mostPacks).toBe(limit('PriceList', 'packs', 'maxItems'));
  expect(maxLines).toBe(limit('Cart', 'items', 'maxItems'));
  expect(maxLines).toBe(limit('Checkout', 'items', 'maxItems'));
  expect(maxQuantity).toBe(limit('CartItem', 'qty', 'maximum'));
});
