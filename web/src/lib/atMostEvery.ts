/**
 * Returns a function that runs a task at once, or as soon as `ms` have passed since it last ran.
 * Calls until then count as one. `stop` drops a run that is waiting.
 */
export function atMostEvery(ms: number, task: () => void): { run: () => void; stop: () => void } {
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        last = Date.now();
        task();
      },
      Math.max(0, last + ms - Date.now()),
    );
  };
  return { run, stop: () => clearTimeout(timer) };
}
