import type { ImportKind } from '@/api/generated/imports';
import type { Import, ImportProblem } from '@/api/imports';
import { type Calls, find } from './calls';
import { at, uuid } from './fixed';
import { type Part, sample } from './openapi';

export const makeImport = (n: number, more: Part<Import> = {}): Import =>
  sample('Import', {
    id: uuid(1200 + n),
    kind: 'orders',
    accountName: 'Acme Foods',
    fileName: `orders-${n}.csv`,
    size: 1000,
    state: 'done',
    createdAt: at(-n),
    parts: 1,
    rows: 12,
    accepted: 10,
    handled: 10,
    created: 8,
    existing: 2,
    statuses: ['draft', 'queue', 'on-hold'],
    ...more,
  });

/** The imports of a person. A check and an import are at work once before they are done. */
export class FakeImports {
  imports: Import[] = [];
  kinds: ImportKind[] = ['people', 'orders', 'trello', 'planka'];
  problems: ImportProblem[] = [];
  /** What a check finds. */
  found: Partial<Import> = { rows: 12, accepted: 10, existing: 2 };

  readonly calls: Calls = {
    listImports: () => ({ data: { imports: this.imports, kinds: this.kinds } }),
    beginImport: ({ newImport: { kind, fileName, size } }) => {
      const parts = Math.ceil(size / (512 * 1024));
      this.imports = [makeImport(90, { kind, fileName, size, state: 'receiving', parts }), ...this.imports];
      return this.shown(this.imports[0]?.id);
    },
    showImport: ({ importId, from }) => {
      const answer = this.shown(importId, from);
      const one = find(this.imports, importId);
      if (one.state === 'checking') one.state = 'checked';
      if (one.state === 'importing') {
        Object.assign(one, { state: 'done', handled: one.accepted, created: one.accepted - one.existing });
      }
      return answer;
    },
    cancelImport: ({ importId }) => this.shown(importId, 0, { state: 'cancelled' }),
    checkImport: ({ importId, importChoices: { lists } }) => {
      const one = find(this.imports, importId);
      const chosen = (id: string) => lists?.find((list) => list.id === id)?.status;
      if (lists) one.lists = one.lists.map((list) => ({ ...list, status: chosen(list.id) }));
      return this.shown(importId, 0, { ...this.found, state: 'checking', problemCount: this.problems.length });
    },
    confirmImport: ({ importId }) => this.shown(importId, 0, { state: 'importing', handled: 4 }),
  };

  private shown(id: string | undefined, from = 0, change: Partial<Import> = {}) {
    const one = Object.assign(find(this.imports, id), change);
    return { data: { import: { ...one }, problems: this.problems.slice(from, from + 100) } };
  }
}
