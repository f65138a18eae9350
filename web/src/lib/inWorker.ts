/** A message of a worker: its progress, its result, or its error. */
export type FromWorker<Result> = { percent: number } | { result: Result } | { failed: string };

interface Options {
  /** These objects are transferred to the worker and cannot be used here afterwards. */
  transfer?: Transferable[];
  progress?: (percent: number) => void;
  signal?: AbortSignal;
}

/** Runs one job in a new worker, so that the page stays responsive, and terminates the worker. */
export function inWorker<Job, Result>(worker: Worker, job: Job, options: Options = {}): Promise<Result> {
  const { transfer = [], progress, signal } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker<Result>>) => {
    if ('percent' in data) progress?.(data.percent);
    else if ('result' in data) resolve(data.result);
    else reject(new Error(data.failed));
  });
  worker.addEventListener('error', (event) => reject(new Error(event.message || 'the worker failed')));
  signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  worker.postMessage(job, transfer);
  return promise.finally(() => worker.terminate());
}

/**
 * The worker's side: runs each job that it receives and sends the result. `transfer` names the
 * objects that are transferred with it.
 */
export function answerJobs<Job, Result>(
  run: (job: Job, progress: (percent: number) => void) => Promise<Result>,
  transfer: (result: Result) => Transferable[],
): void {
  const say = (message: FromWorker<Result>, leaving: Transferable[] = []) =>
    self.postMessage(message, { transfer: leaving });
  self.addEventListener('message', ({ data }: MessageEvent<Job>) => {
    run(data, (percent) => say({ percent })).then(
      (result) => say({ result }, transfer(result)),
      (error: unknown) => say({ failed: error instanceof Error ? error.message : 'unknown' }),
    );
  });
}
