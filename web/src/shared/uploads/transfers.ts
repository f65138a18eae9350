import type { ApiError } from '@/api';
import type { FileRecord, UploadFrom } from '@/api/upload';
import type { ReviewType } from '@/api/generated';
import { type Form, tokenName } from '@/lib/upload';
import { newId } from '@/lib/newId';

/**
 * The target of files: an order, which gets attachments, or one of its attachments, which gets
 * versions.
 */
export type UploadTarget = {
  orderId: string;
  reviewType: ReviewType;
  /** The attachment that gets a new version. */
  attachmentId?: string;
  from: UploadFrom;
};

export type TransferState = 'waiting' | 'sending' | 'completing' | 'failed' | 'removing';

/** A file that is being uploaded. */
export type Transfer = {
  id: string;
  target: UploadTarget;
  file: File;
  /** The place of the file among those sent together. */
  idx: number;
  state: TransferState;
  /** The percentage of bytes that were sent. */
  percent: number;
  /** The reason of a failure. */
  message?: string;
};

/** The state that one attempt passes to the next. */
type Try = { key: string; form?: Form & { id: string }; sent: boolean; abort?: AbortController };

/** The steps of a transfer, in this order. Each throws its error. */
export type Steps = {
  token: (target: UploadTarget, file: { name: string; size: number; type: string }) => Promise<Form & { id: string }>;
  send: (form: Form, file: File, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<void>;
  complete: (target: UploadTarget, record: FileRecord, key: string) => Promise<void>;
  unlock: (orderId: string) => Promise<unknown>;
  /** Removes a file that was sent and not completed. */
  remove: (id: string) => Promise<void>;
  explain: (error: unknown) => ApiError;
};

/** The events of a transfer, for code that shows them. */
export type Told =
  | { what: 'progress'; transfer: Transfer }
  | { what: 'done'; transfer: Transfer }
  | { what: 'refused'; transfer: Transfer; error: ApiError }
  | { what: 'failed'; transfer: Transfer; error: ApiError }
  | { what: 'removing'; transfer: Transfer }
  | { what: 'gone'; transfer: Transfer }
  | { what: 'not-removed'; transfer: Transfer; error: ApiError };

/** The number of files that are sent at a time. The others wait. */
const atATime = 3;

/** Reports whether the server itself gave no answer, so that the same call may be repeated. */
const unanswered = ({ status }: ApiError): boolean => status === 'network' || status >= 500;

/** Sends files to the store. The transfers continue when the user leaves the page. */
export class Transfers {
  #all: readonly Transfer[] = [];
  readonly #tries = new Map<string, Try>();
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly steps: Steps,
    private readonly tell: (told: Told) => void,
    private readonly nextId: () => string = newId,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly all = (): readonly Transfer[] => this.#all;

  /** Returns whether leaving the app would lose a transfer. */
  get travelling(): boolean {
    return this.#all.some(({ state }) => state !== 'failed');
  }

  add(target: UploadTarget, files: File[]): void {
    const added = files.map((file, idx): Transfer => {
      const id = this.nextId();
      this.#tries.set(id, { key: this.nextId(), sent: false });
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

  /**
   * Cancels a file, or removes a failed one from the list. What is already in the store is removed
   * too.
   */
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
      // The token arrived after the file was cancelled.
      if (now.form) void this.steps.remove(now.form.id).catch(() => undefined);
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

  /**
   * An answer of the server ends this attempt, and the next one starts again. Without an answer the
   * same call is repeated.
   */
  async #failed(id: string, error: unknown, now: Try): Promise<void> {
    const explained = this.steps.explain(error);
    if (now.sent && !unanswered(explained)) {
      now.key = this.nextId();
      now.sent = !explained.reason.startsWith('upload.');
    }
    this.#fail(id, error, 'failed');
    const target = this.#find(id)?.target;
    // A refusal of the unlock would not help the user.
    if (target) await this.steps.unlock(target.orderId).catch(() => undefined);
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
