import type { ApiError } from '@/api';
import type { FileRecord, UploadFrom } from '@/api/upload';
import type { ReviewType } from '@/api/generated';
import { type Form, tokenName } from '@/lib/upload';

/** Where files go: to an order as attachments, or to one of its attachments as versions. */
export type UploadTarget = {
  orderId: string;
  reviewType: ReviewType;
  /** The attachment that gets another version. */
  attachmentId?: string;
  from: UploadFrom;
};

export type TransferState = 'waiting' | 'sending' | 'completing' | 'failed' | 'removing';

/** A file on its way. */
export type Transfer = {
  id: string;
  target: UploadTarget;
  file: File;
  /** Place of the file among those sent together. */
  idx: number;
  state: TransferState;
  /** Of the bytes that were sent. */
  percent: number;
  /** Why it failed. */
  message?: string;
};

/** What a try remembers for the next one. */
type Try = { key: string; form?: Form & { id: string }; sent: boolean; abort?: AbortController };

/** What the steps of a transfer do, in this order; each throws what it fails with. */
export type Steps = {
  token: (target: UploadTarget, file: { name: string; size: number; type: string }) => Promise<Form & { id: string }>;
  send: (form: Form, file: File, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<void>;
  complete: (target: UploadTarget, record: FileRecord, key: string) => Promise<void>;
  unlock: (orderId: string) => Promise<unknown>;
  /** Removes what was sent and is not completed. */
  remove: (id: string) => Promise<void>;
  explain: (error: unknown) => ApiError;
};

/** What happens on the way, for those who tell people. */
export type Told =
  | { what: 'progress'; transfer: Transfer }
  | { what: 'done'; transfer: Transfer }
  | { what: 'refused'; transfer: Transfer; error: ApiError }
  | { what: 'failed'; transfer: Transfer; error: ApiError }
  | { what: 'removing'; transfer: Transfer }
  | { what: 'gone'; transfer: Transfer }
  | { what: 'not-removed'; transfer: Transfer; error: ApiError };

/** Files that travel at a time; the others wait. */
const atATime = 3;

/** Nothing of the server's own was said: the same call may be made again. */
const unanswered = ({ status }: ApiError): boolean => status === 'network' || status >= 500;

/** Files on their way to the store. They travel on when the page that sent them is left. */
export class Transfers {
  #all: readonly Transfer[] = [];
  readonly #tries = new Map<string, Try>();
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly steps: Steps,
    private readonly tell: (told: Told) => void,
    private readonly newId: () => string = () => crypto.randomUUID(),
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly all = (): readonly Transfer[] => this.#all;

  /** Whether leaving the page would lose something. */
  get travelling(): boolean {
    return this.#all.some(({ state }) => state !== 'failed');
  }

  add(target: UploadTarget, files: File[]): void {
    const added = files.map((file, idx): Transfer => {
      const id = this.newId();
      this.#tries.set(id, { key: this.newId(), sent: false });
      return { id, target, file, idx, state: 'waiting', percent: 0 };
    });
    this.#set([...this.#all, ...added]);
    this.#next();
  }

  retry(id: string): void {
    if (this.#find(id)?.state !== 'failed') return;
    this.#change(id, { state: 'waiting', message: undefined });
    this.#next();
  }

  /** Stops a file, or takes a failed one off the list; what is in the store already is removed. */
  async remove(id: string): Promise<void> {
    const transfer = this.#find(id);
    const now = this.#tries.get(id);
    if (!transfer || !now || transfer.state === 'completing' || transfer.state === 'removing') return;
    this.#change(id, { state: 'removing' });
    now.abort?.abort();
    if (now.form) {
      this.tell({ what: 'removing', transfer });
      try {
        await this.steps.remove(now.form.id);
      } catch (error) {
        this.tell({ what: 'not-removed', transfer, error: this.steps.explain(error) });
      }
    }
    this.#drop(id);
    this.tell({ what: 'gone', transfer });
    this.#next();
  }

  #next(): void {
    const busy = this.#all.filter(({ state }) => state === 'sending' || state === 'completing').length;
    const ready = this.#all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, atATime - busy));
    for (const { id } of ready) {
      this.#change(id, { state: 'sending' });
      void this.#run(id).finally(() => this.#next());
    }
  }

  async #run(id: string): Promise<void> {
    const transfer = this.#find(id);
    const now = this.#tries.get(id);
    if (!transfer || !now) return;
    const { target, file } = transfer;
    const record = { name: file.name, type: file.type || 'application/octet-stream', size: file.size };
    now.abort = new AbortController();
    const { signal } = now.abort;
    try {
      if (!now.sent) now.form = await this.steps.token(target, { ...record, name: tokenName(file.name) });
    } catch (error) {
      if (!signal.aborted) this.#fail(id, error, 'refused');
      return;
    }
    if (signal.aborted) {
      if (now.form) void this.steps.remove(now.form.id).catch(() => undefined); // it came after the wish to stop
      return;
    }
    try {
      if (!now.sent && now.form) {
        await this.steps.send(now.form, file, (percent) => this.#progress(id, percent), signal);
        now.sent = true;
      }
      if (signal.aborted) return;
      this.#change(id, { state: 'completing', percent: 100 });
      const key = now.form?.fields['key'] ?? '';
      await this.steps.complete(target, { ...record, key, reviewType: target.reviewType }, now.key);
    } catch (error) {
      if (!signal.aborted) await this.#failed(id, error, now);
      return;
    }
    const done = this.#find(id) ?? transfer;
    this.#drop(id);
    this.tell({ what: 'done', transfer: done });
  }

  /** An answer of the server's ends this try: the next one asks anew. Without an answer the same call is made again. */
  async #failed(id: string, error: unknown, now: Try): Promise<void> {
    const explained = this.steps.explain(error);
    if (now.sent && !unanswered(explained)) {
      now.key = this.newId();
      now.sent = !explained.reason.startsWith('upload.');
    }
    this.#fail(id, error, 'failed');
    const target = this.#find(id)?.target;
    if (target) await this.steps.unlock(target.orderId).catch(() => undefined); // its refusal helps nobody
  }

  #fail(id: string, error: unknown, what: 'refused' | 'failed'): void {
    const explained = this.steps.explain(error);
    const message = explained.reason ? explained.title : 'There was a problem uploading your file.';
    this.#change(id, { state: 'failed', message });
    const transfer = this.#find(id);
    if (transfer) this.tell({ what, transfer, error: explained });
  }

  #progress(id: string, percent: number): void {
    const before = this.#find(id);
    if (before?.state !== 'sending') return;
    this.#change(id, { percent });
    const transfer = this.#find(id);
    if (transfer && Math.floor(before.percent) !== Math.floor(percent)) this.tell({ what: 'progress', transfer });
  }

  #find(id: string): Transfer | undefined {
    return this.#all.find((transfer) => transfer.id === id);
  }

  #drop(id: string): void {
    this.#tries.delete(id);
    this.#set(this.#all.filter((transfer) => transfer.id !== id));
  }

  #change(id: string, change: Partial<Transfer>): void {
    this.#set(this.#all.map((transfer) => (transfer.id === id ? { ...transfer, ...change } : transfer)));
  }

  #set(all: readonly Transfer[]): void {
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}
