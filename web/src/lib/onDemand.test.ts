import { expect, it, vi } from 'vitest';
import { firstPageShown, onceIdle } from './onDemand';

it('a task that waits for an idle browser runs within two seconds even if the browser is never idle', () => {
  const idle = vi.fn<typeof window.requestIdleCallback>();
  vi.stubGlobal('requestIdleCallback', idle);
  const before = vi.fn<() => void>();
  const takenBack = vi.fn<() => void>();
  onceIdle(before);
  onceIdle(takenBack)();
  expect(idle).not.toHaveBeenCalled(); // The first page has priority.

  firstPageShown();
  expect(idle.mock.calls).toEqual([[before, { timeout: 2000 }]]);

  const after = vi.fn<() => void>();
  onceIdle(after);
  expect(idle).toHaveBeenLastCalledWith(after, { timeout: 2000 });
});
