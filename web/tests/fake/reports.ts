import type { OperatorFigures, OrderBehind, OrderReport } from '@/api/reports';
import { type FakeAnswer, type FakeRequest, ok } from './answers';
import { at, uuid } from './data';

const hour = 3600;

export const makeReport = (more: Partial<OrderReport> = {}): OrderReport => ({
  period: {
    from: '2026-10-12',
    to: '2026-10-25',
    step: 'week',
    zone: 'Europe/Stockholm',
    starts: ['2026-10-12', '2026-10-19'],
  },
  groups: [
    { key: 'in-review', name: 'In Review', counts: [2, 1] },
    { key: 'others', name: 'Others', counts: [0, 4] },
  ],
  placed: [2, 5],
  completed: [0, 3],
  cancelled: [1, 0],
  worked: [9 * hour, 0],
  lead: { orders: 3, average: 20 * hour, median: 16 * hour, p90: 40 * hour },
  stages: [{ status: 'in-progress', orders: 3, average: 5 * hour, median: 4 * hour, p90: 12 * hour }],
  daySeconds: 8 * hour,
  revisions: [1, 0, 2, 0],
  revised: 4,
  allocated: { orders: 3, over: 1, worked: 11 * hour, allocated: 12 * hour },
  ...more,
});

export const makeOperator = (n: number, name: string, more: Partial<OperatorFigures> = {}): OperatorFigures => ({
  person: { id: uuid(700 + n), name, avatar: '' },
  worked: 2 * hour,
  orders: 2,
  finished: 4,
  rework: 0,
  load: 3,
  ...more,
});

const makeBehind = (n: number): OrderBehind => ({
  id: uuid(1000 + n),
  orderId: `PB-${1042 + n}`,
  orderName: `Label ${n}`,
  company: 'Acme Foods',
  status: 'completed',
  archived: n === 1,
  at: at(-n),
  value: 16 * hour,
});

/** Reports. The orders behind every figure are the same. */
export class FakeReports {
  report = makeReport();
  operators = [makeOperator(1, 'Tomás Rivera'), makeOperator(2, 'Yuki Tanaka', { rework: 5 })];
  behind = [makeBehind(0), makeBehind(1), makeBehind(2)];
  /** How many orders a page has. */
  onPage = 2;

  answer({ query }: FakeRequest, of: string, sub: string): FakeAnswer {
    if (sub === 'behind') {
      const first = (Number(query.get('page') ?? 1) - 1) * this.onPage;
      const orders = this.behind.slice(first, first + this.onPage);
      return ok({ orders, more: this.behind.length > first + this.onPage });
    }
    return ok(of === 'orders' ? this.report : { period: this.report.period, operators: this.operators });
  }
}
