/** What a worker says: how far it is, what it made, or why it could not. */
export type FromWorker<Result> = { percent: number } | { result: Result } | { failed: string };

interface Options {
  /** What is sent is gone from here. */
  transfer?: Transferable[];
  progress?: (percent: number) => void;
  signal?: AbortSignal;
}

/** Lets a worker of its own do one job, so that the page stays quick, and ends it. */
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

/** The worker's side: does each job it is sent and answers; `transfer` names what leaves with a result. */
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
