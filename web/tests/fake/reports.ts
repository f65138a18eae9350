import type { OperatorFigures, OrderBehind, OrderReport } from '@/api/reports';
import { type Calls, paged } from './calls';
import { at, uuid } from './fixed';
import { type Part, sample } from './openapi';

const hour = 3600;

export const makeReport = (more: Part<OrderReport> = {}): OrderReport =>
  sample('OrderReport', {
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

const makeOperator = (n: number, name: string, rework: number): OperatorFigures =>
  sample('OperatorFigures', {
    person: { id: uuid(700 + n), name },
    worked: 2 * hour,
    orders: 2,
    finished: 4,
    rework,
    load: 3,
  });

const makeBehind = (n: number): OrderBehind =>
  sample('OrderBehind', {
    id: uuid(1000 + n),
    orderId: `PB-${1042 + n}`,
    orderName: `Label ${n}`,
    company: 'Acme Foods',
    status: 'completed',
    archived: n === 1,
    at: at(-n),
    value: 16 * hour,
  });

/** Reports. The orders behind every figure are the same, two on a page. */
export class FakeReports {
  report = makeReport();
  operators = [makeOperator(1, 'Tomás Rivera', 0), makeOperator(2, 'Yuki Tanaka', 5)];
  behind = [0, 1, 2].map(makeBehind);

  private readonly page = ({ page }: { page?: number }) => {
    const { items: orders, more } = paged(this.behind, page, 2);
    return { data: { orders, more } };
  };

  readonly calls: Calls = {
    orderReport: () => ({ data: this.report }),
    operatorReport: () => ({ data: { period: this.report.period, operators: this.operators } }),
    ordersBehind: this.page,
    ordersOfOperator: this.page,
  };
}
