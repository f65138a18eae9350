import { describe, expect, test } from 'vitest';
import { longest, together } from './pages';

const a4 = { width: 794, height: 1123 };

describe('two pages in an overlay', () => {
  test('with the same aspect ratio get one size, even if the new one was exported larger', () => {
    expect(together(a4, { width: 1588, height: 2246 }, 2)).toEqual({
      before: { width: 1588, height: 2246 },
      after: { width: 1588, height: 2246 },
      sheet: { width: 1588, height: 2246 },
    });
  });
  test('with different aspect ratios keep their sizes, aligned at the top left, on a sheet that holds both', () => {
    const { before, after, sheet } = together(a4, { width: 1123, height: 794 }, 1);
    expect([before, after, sheet]).toEqual([a4, { width: 1123, height: 794 }, { width: 1123, height: 1123 }]);
  });
  test('are never larger than 4,000 pixels a side', () => {
    const { sheet } = together({ width: 9000, height: 3000 }, { width: 9000, height: 3000 }, 1);
    expect(sheet).toEqual({ width: longest, height: 1333 });
  });
});
