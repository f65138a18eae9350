import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { md5 } from './md5';

test('the MD5 of a part is the same as that of other programs', async () => {
  const sizes = [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 3 * 2 ** 20 + 57];
  for (const length of sizes) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 255);
    expect(await md5(new Blob([bytes]))).toBe(createHash('md5').update(bytes).digest('base64'));
  }
});
