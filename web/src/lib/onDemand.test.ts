import { expect, it, vi } from 'vitest';
import { firstPageShown, onceIdle } from './onDemand';

it('what waits for an idle browser is done within two seconds even if the browser never is', () => {
  const idle = vi.fn<typeof window.requestIdleCallback>();
  vi.stubGlobal('requestIdleCallback', idle);
  const before = vi.fn<() => void>();
  const takenBack = vi.fn<() => void>();
  onceIdle(before);
  onceIdle(takenBack)();
  expect(idle).not.toHaveBeenCalled(); // the first page comes first

  firstPageShown();
  expect(idle.mock.calls).toEqual([[before, { timeout: 2000 }]]);

  const after = vi.fn<() => void>();
  onceIdle(after);
  expect(idle).toHaveBeenLastCalledWith(after, { timeout: 2000 });
});
