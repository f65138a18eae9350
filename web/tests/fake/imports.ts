import type { Import, ImportProblem } from '@/api/imports';
import type { ImportKind, ImportChoices, NewImport } from '@/api/generatedImports';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import { at, uuid } from './data';

export const makeImport = (n: number, more: Partial<Import> = {}): Import => ({
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
  leftOut: 0,
  problemCount: 0,
  lists: [],
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

  answer({ method, body, query }: FakeRequest, id: string, sub: string): FakeAnswer {
    if (id === 'examples') return ok({ fileName: `${sub}.csv`, content: 'reference,name\r\n' });
    if (!id && method === 'GET') return ok({ imports: this.imports, kinds: this.kinds });
    if (!id) return this.begin(JSON.parse(body) as NewImport);
    const one = this.imports.find((known) => known.id === id);
    if (!one) return refused(404, 'not_found', 'This does not exist or you may not see it.');
    if (method === 'DELETE') return this.shown(Object.assign(one, { state: 'cancelled' }));
    if (sub === 'parts') return { json: { success: true, message: 'The part has arrived' } };
    if (sub === 'check') return this.check(one, JSON.parse(body) as ImportChoices);
    if (sub === 'confirm') return this.shown(Object.assign(one, { state: 'importing', handled: 4 }));
    const answer = this.shown({ ...one }, Number(query.get('from') ?? 0));
    if (one.state === 'checking') Object.assign(one, { state: 'checked' });
    if (one.state === 'importing') {
      Object.assign(one, { state: 'done', handled: one.accepted, created: one.accepted - one.existing });
    }
    return answer;
  }

  private begin({ kind, fileName, size }: NewImport): FakeAnswer {
    const one = makeImport(90, { kind, fileName, size, state: 'receiving', parts: Math.ceil(size / (512 * 1024)) });
    this.imports = [one, ...this.imports];
    return this.shown(one);
  }

  private check(one: Import, { lists }: ImportChoices): FakeAnswer {
    Object.assign(one, this.found, { state: 'checking', problemCount: this.problems.length });
    if (lists)
      one.lists = one.lists.map((list) => ({ ...list, status: lists.find(({ id }) => id === list.id)?.status }));
    return this.shown({ ...one });
  }

  private shown(one: Import, from = 0): FakeAnswer {
    return ok({ import: one, problems: this.problems.slice(from, from + 100) });
  }
}
