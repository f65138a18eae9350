import type { ApiError } from '@/api';
import type { FileRecord } from '@/api/proof/upload';
import type { UploadInParts } from '@/api/generated';
import { type Form, tokenName } from '@/lib/files/upload';
import { newId } from '@/lib/newId';
import { type PartSteps, sendParts, wholeUpTo } from './parts';
import { sameTarget, type UploadTarget } from './target';
import { type FileFacts, factsOf, type Unfinished } from './unfinished';

export type TransferState = 'waiting' | 'sending' | 'paused' | 'completing' | 'failed' | 'removing';

/** A file that is being uploaded. */
export type Transfer = {
  id: string;
  target: UploadTarget;
  file: FileFacts;
  /** Whether the page has the bytes of the file. After a reload the user chooses the file again. */
  chosen: boolean;
  /** The place of the file among those sent together. */
  idx: number;
  state: TransferState;
  /** The percentage of bytes that were sent. */
  percent: number;
  /** The reason of a failure. */
  message?: string;
};

/** The state that one attempt passes to the next. */
type Try = {
  key: string;
  content?: File;
  /** What the server gave: the id of the upload, and the key to complete it with once it is known. */
  upload?: { id: string; key?: string };
  sent: boolean;
  abort?: AbortController;
};

type Asked = { name: string; size: number; type: string };

/** The steps of a transfer, in this order. Each throws its error. */
export type Steps = PartSteps & {
  token: (target: UploadTarget, file: Asked) => Promise<Form & { id: string }>;
  send: (form: Form, file: File, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<void>;
  /** Begins an upload in parts. */
  begin: (target: UploadTarget, file: Asked) => Promise<UploadInParts>;
  /** Returns what has arrived of an upload in parts. */
  arrived: (id: string) => Promise<UploadInParts>;
  complete: (target: UploadTarget, record: FileRecord, key: string) => Promise<void>;
  unlock: (orderId: string) => Promise<unknown>;
  /** Removes a file that was sent and not completed. */
  remove: (id: string) => Promise<void>;
  /** Remembers an upload in parts beyond this page. */
  keep: (upload: Unfinished) => void;
  /** Forgets an upload in parts that has ended. */
  forget: (id: string) => void;
};

/** The events of a transfer, for code that shows them. */
export type Told =
  | { what: 'progress' | 'paused' | 'done'; transfer: Transfer }
  | { what: 'refused'; transfer: Transfer; error: ApiError }
  | { what: 'failed'; transfer: Transfer; error: ApiError }
  | { what: 'removing'; transfer: Transfer }
  | { what: 'other-file'; transfer: Transfer }
  | { what: 'gone'; transfer: Transfer }
  | { what: 'not-removed'; transfer: Transfer; error: ApiError };

/** The generic error text of an upload (SH-296). */
const problem = 'There was a problem uploading your file.';

/** The number of files that are sent at a time. The others wait. */
const atATime = 3;

/** Reports whether the server itself gave no answer, so that the same call may be repeated. */
const unanswered = ({ status }: ApiError): boolean => status === 'network' || status >= 500;

const inParts = ({ size }: FileFacts): boolean => size > wholeUpTo;

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
    return this.#all.some(({ state }) => state !== 'failed' && state !== 'paused');
  }

  add(target: UploadTarget, files: File[]): void {
    const added = files.flatMap((file, idx): Transfer[] => {
      const again = this.#all.find(
        (one) =>
          !one.chosen &&
          sameTarget(one.target, target) &&
          one.file.name === file.name &&
          one.file.size === file.size &&
          one.file.lastModified === file.lastModified,
      );
      if (again) {
        this.choose(again.id, file);
        return [];
      }
      const id = this.nextId();
      this.#tries.set(id, { key: this.nextId(), content: file, sent: false });
      return [{ id, target, file: factsOf(file), chosen: true, idx, state: 'waiting', percent: 0 }];
    });
    this.#set([...this.#all, ...added]);
    this.#next();
  }

  /** Shows the uploads that earlier pages of this person did not finish, in place of those of others. */
  restore(unfinished: Unfinished[]): void {
    const own = this.#all.filter(({ chosen }) => chosen);
    const known = new Set(own.map(({ id }) => this.#tries.get(id)?.upload?.id));
    const found = unfinished.filter(({ id }) => !known.has(id));
    const restored = found.map(({ id: upload, target, file }): Transfer => {
      const id = this.nextId();
      this.#tries.set(id, { key: this.nextId(), upload: { id: upload }, sent: false });
      return { id, target, file, chosen: false, idx: 0, state: 'paused', percent: 0 };
    });
    this.#set([...own, ...restored]);
  }

  /** Stops sending a file in parts. What has arrived stays. */
  pause(id: string): void {
    const transfer = this.#find(id);
    if (!transfer || !inParts(transfer.file) || (transfer.state !== 'sending' && transfer.state !== 'waiting')) return;
    this.#change(id, { state: 'paused' });
    this.#tries.get(id)?.abort?.abort();
    this.tell({ what: 'paused', transfer });
  }

  /** Goes on with a restored upload. Parts that differ from the chosen file are sent again. */
  choose(id: string, file: File): void {
    const transfer = this.#find(id);
    const now = this.#tries.get(id);
    if (!transfer || !now || transfer.chosen) return;
    if (file.name !== transfer.file.name || file.size !== transfer.file.size) {
      this.tell({ what: 'other-file', transfer });
      return;
    }
    now.content = file;
    this.#change(id, { chosen: true, state: 'waiting', message: undefined });
    this.#next();
  }

  retry(id: string): void {
    const transfer = this.#find(id);
    if (!transfer?.chosen || (transfer.state !== 'failed' && transfer.state !== 'paused')) return;
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
    if (now.upload) {
      this.tell({ what: 'removing', transfer });
      try {
        await this.steps.remove(now.upload.id);
        this.steps.forget(now.upload.id);
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
    if (!transfer || !now?.content) return;
    const { target, file } = transfer;
    const record = { name: file.name, type: file.type || 'application/octet-stream', size: file.size };
    const { signal } = (now.abort = new AbortController());
    let send: (() => Promise<void>) | undefined;
    try {
      if (!now.sent) send = await this.#prepare(transfer, now, now.content, record, signal);
    } catch (error) {
      if (!signal.aborted) this.#fail(id, error, 'refused');
      return;
    }
    if (signal.aborted) {
      // The server answered after the file was cancelled. What is paused goes on later.
      if (now.upload && this.#find(id)?.state !== 'paused') {
        void this.steps.remove(now.upload.id).catch(() => undefined);
        this.steps.forget(now.upload.id);
      }
      return;
    }
    try {
      await send?.();
      if (signal.aborted) return;
      now.sent = true;
      this.#change(id, { state: 'completing', percent: 100 });
      await this.steps.complete(
        target,
        { ...record, key: now.upload?.key ?? '', reviewType: target.reviewType },
        now.key,
      );
    } catch (error) {
      if (!signal.aborted) await this.#failed(id, error, now);
      return;
    }
    if (now.upload) this.steps.forget(now.upload.id);
    const done = this.#find(id) ?? transfer;
    this.#drop(id);
    this.tell({ what: 'done', transfer: done });
  }

  /** Asks the server where to send a file, and returns what sends it. */
  async #prepare(
    { id, target, file }: Transfer,
    now: Try,
    content: File,
    record: Asked,
    signal: AbortSignal,
  ): Promise<() => Promise<void>> {
    const asked = { ...record, name: tokenName(file.name) };
    const progress = (percent: number) => this.#progress(id, percent);
    if (!inParts(file)) {
      const form = await this.steps.token(target, asked);
      now.upload = { id: form.id, key: form.fields['key'] ?? '' };
      return () => this.steps.send(form, content, progress, signal);
    }
    const upload = (now.upload && (await this.#known(now.upload.id))) ?? (await this.steps.begin(target, asked));
    now.upload = { id: upload.id, key: upload.key };
    if (!signal.aborted) this.steps.keep({ id: upload.id, target, file, expiresAt: upload.expiresAt });
    return () => sendParts(this.steps, upload, content, progress, signal);
  }

  /** Returns what has arrived of an upload, or undefined if the server does not know it any more. */
  async #known(upload: string): Promise<UploadInParts | undefined> {
    try {
      return await this.steps.arrived(upload);
    } catch (error) {
      if (this.steps.explain(error).status !== 404) throw error;
      this.steps.forget(upload);
      return undefined;
    }
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
    const transfer = this.#find(id);
    const stays = transfer && inParts(transfer.file) && this.#tries.get(id)?.upload;
    const lost = stays ? 'The connection was lost. Try again: it goes on where it stopped.' : problem;
    const message = explained.reason ? explained.title : lost;
    this.#change(id, { state: 'failed', message });
    if (transfer) this.tell({ what, transfer: { ...transfer, state: 'failed', message }, error: explained });
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
