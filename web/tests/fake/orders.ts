import type {
  ActionName,
  Card,
  Column,
  Meanwhile,
  Move,
  OrderChangedAnswer,
  OrderDetails,
  OrdersApiArg,
  Person,
  Role,
  Status,
} from '@/api/generated';
import type { Slots, WorkSection } from '@/api/shell';
import { type FakeAnswer, refused } from './answers';
import { type Calls, find, matches, refuse, Refused } from './calls';
import { makeDetail, makeOrders, stateOf, type StoredOrder } from './data';
import { at, people, uuid } from './fixed';
import { history, statusAt, timeline } from './history';
import type { Part } from './openapi';
import { actions, drops, roles, statuses, waysFor } from './rules';

type Zone = NonNullable<Column['zones']>[number]['zone'];

/** The columns of the board with the statuses of each, and the zones that have one of them. */
const columns: { typeStatus: Column['typeStatus']; title: string; has: [Status, Zone?, string?][] }[] = [
  {
    typeStatus: 'new-order',
    title: 'New Order',
    has: [
      ['ready-to-go', 'active', 'Active'],
      ['queue', 'queue', 'Queue'],
      ['draft', 'draft', 'Draft'],
    ],
  },
  { typeStatus: 'in-progress', title: 'In Progress', has: [['in-progress'], ['gr-revision']] },
  { typeStatus: 'in-review', title: 'In Review', has: [['in-review']] },
  { typeStatus: 'on-hold', title: 'On Hold', has: [['on-hold']] },
  {
    typeStatus: 'approved',
    title: 'Approved',
    has: [
      ['approved', 'approved', 'Approved'],
      ['completed', 'completed', 'Completed'],
    ],
  },
  { typeStatus: 'cancelled', title: 'Cancelled', has: [['cancelled']] },
];

const acted: Partial<Record<ActionName, Status>> = {
  'on-hold': 'on-hold',
  cancelled: 'cancelled',
  resume: 'in-progress',
  published: 'ready-to-go',
  restore: 'draft',
};

/** The orders with their board. */
export class FakeOrders {
  orders: StoredOrder[];
  position = 500;
  slots: Slots = { maximum: 12, active: 3, place: 1 };
  private readonly changed = new Map<string, Meanwhile>();

  /** `unconfirmed` returns why a draft cannot be placed yet. */
  constructor(
    readonly role: Role,
    count: number | undefined,
    private readonly unconfirmed: (orderId: string) => FakeAnswer | undefined,
  ) {
    this.orders = makeOrders(count);
  }

  readonly ofOrders: Calls = {
    orders: (call) => this.list(call),
    createOrder: ({ newOrder: { orderName, brief = '' } }) => {
      const [template] = makeOrders(1) as [StoredOrder];
      const id = uuid(2000 + this.orders.length);
      const order = { ...template, id, orderId: 'PB-2000', orderName, brief };
      this.orders.push(order);
      return this.change(order, 'draft');
    },
    searchOrders: ({ customSearch, limit }) => {
      const found = this.orders.filter((one) => customSearch && matches(customSearch, one.orderName));
      return { data: { orders: found.slice(0, limit ?? 10).map((one) => this.card(one)) } };
    },
    myWork: () => {
      const own: [WorkSection['kind'], Status][] =
        this.role === 'owner' || this.role === 'staff'
          ? [
              ['to-approve', 'in-review'],
              ['waiting', 'queue'],
            ]
          : [['to-do', 'in-progress']];
      const sections = own.map(([kind, status]) => {
        const found = this.orders.filter((one) => one.status === status && !one.archived);
        return {
          kind,
          total: Math.min(found.length, 101),
          lines: found.slice(0, 10).map((one) => ({ card: this.card(one) })),
        };
      });
      return { data: { sections } };
    },
    slots: () => ({ data: this.slots }),
    order: ({ orderId, asOf }) => {
      const order = find(this.orders, orderId);
      const then = Number(asOf ?? 0);
      const shown = then ? { ...order, status: statusAt(then) } : order;
      return { data: { order: makeDetail(this.card(shown), order.brief), position: then || this.position } };
    },
    updateOrder: ({ orderId, orderDetails }) => this.edit(find(this.orders, orderId), orderDetails),
    moveOrder: ({ orderId, move }) => this.move(find(this.orders, orderId), move),
    actOnOrder: ({ orderId, orderAction: { action, reason, expectedVersion } }) => {
      const order = this.expected(find(this.orders, orderId), expectedVersion);
      if (action === 'published') this.confirmed(order);
      if (action === 'freeze' || action === 'unfreeze') order.frozen = action === 'freeze';
      return this.change(order, acted[action] ?? order.status, reason);
    },
    workOnOrder: ({ orderId, workingTimeAction: { action } }) => {
      const order = find(this.orders, orderId);
      const time = { paused: true, worked: 5400, allocated: 21_600, percent: 25 };
      order.workTime = action === 'play' ? { ...time, paused: false, since: at(0), by: people.priya } : time;
      return this.change(order, order.status);
    },
    workingTimeReminder: () => refuse(404, 'not_found', 'This does not exist or you may not see it.'),
    unlockOrder: ({ orderId }) => ({ data: { orderId, position: this.position } }),
    timeline: () => ({ data: { entries: timeline } }),
    history: () => ({ data: { events: history } }),
    orderTeam: () => ({ data: [people.olivia, people.sam] }),
    requestBulkDownload: ({ orderId }) => ({ data: { id: uuid(700), orderId, state: 'waiting', expiresAt: at(1) } }),
  };

  card(order: StoredOrder, place = this.places().get(order.id) ?? 0): Card {
    const { brief: _brief, ...rest } = order;
    return {
      ...rest,
      orderStateStatus: stateOf(order.status),
      positionOrder: place,
      allowedDrops: drops(this.role, order),
      allowedStatuses: statuses(this.role, order.status),
      allowedActions: actions(this.role, order),
    };
  }

  private list({ view, orderProgress, customSearch, page = 1, limit = 10 }: OrdersApiArg) {
    const text = (value?: string) => (value === 'null' ? '' : (value ?? ''));
    const progress = text(orderProgress).split(',').filter(Boolean);
    const ordered = this.ranked().filter(
      (one) => (progress.length === 0 || progress.includes(one.status)) && matches(text(customSearch), one.orderName),
    );
    const shown = columns.map((column) => this.column(column, ordered));
    if (view === 'counts') {
      return { data: { columns: shown.map((column) => ({ ...column, taskIds: [], zones: undefined })) } };
    }
    if (view === 'board') {
      const at = this.places();
      const cards = Object.fromEntries(ordered.map((one) => [one.id, this.card(one, at.get(one.id))]));
      return { data: { columns: shown, cards, roles, ways: waysFor(this.role), position: this.position } };
    }
    const found = ordered.filter((one) => one.archived === (view === 'archived'));
    const orders = found.slice((page - 1) * limit, page * limit).map((one) => this.card(one));
    const meta = { page, limit, total: found.length, totalPages: Math.max(1, Math.ceil(found.length / limit)) };
    return { data: { orders, position: this.position }, meta };
  }

  private column({ typeStatus, title, has }: (typeof columns)[number], orders: StoredOrder[]): Part<Column> {
    const ids = (...wanted: Status[]) => orders.filter(({ status }) => wanted.includes(status)).map(({ id }) => id);
    const taskIds = ids(...has.map(([status]) => status));
    const zones = has.flatMap(([status, zone, title]) =>
      zone ? [{ zone, title, taskIds: ids(status), total: ids(status).length }] : [],
    );
    return { typeStatus, title, taskIds, total: taskIds.length, zones: zones.length > 0 ? zones : undefined };
  }

  private ranked(): StoredOrder[] {
    return this.orders.toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  }

  /** Returns the place of each order in its zone. */
  private places(): Map<string, number> {
    const next = new Map<string, number>();
    return new Map(
      this.ranked().map(({ id, status }) => {
        const zone = status === 'gr-revision' ? 'in-progress' : status;
        const place = next.get(zone) ?? 0;
        next.set(zone, place + 1);
        return [id, place];
      }),
    );
  }

  /** Changes an order in the name of another person. A later write that conflicts names that person. */
  meanwhile(id: string, by: Person, what: string, status?: Status): void {
    const order = find(this.orders, id);
    order.version += 1;
    if (status) order.status = status;
    const told = { by, what, status, at: at(0), version: order.version, decisive: status !== undefined };
    const last = this.changed.get(id);
    this.changed.set(id, !told.decisive && last?.decisive ? { ...last, version: told.version } : told);
  }

  /** Refuses a write that expects another version than the order has. */
  private expected(order: StoredOrder, version: number | undefined): StoredOrder {
    if (version === undefined || version === order.version) return order;
    const told = this.changed.get(order.id);
    throw new Refused(refused(409, 'stale_version', 'Somebody changed this in the meantime.', undefined, told));
  }

  private confirmed({ id }: StoredOrder): void {
    const refusal = this.unconfirmed(id);
    if (refusal) throw new Refused(refusal);
  }

  /** Returns a rank directly after one neighbour or directly before the other. */
  private rankAt({ afterId, beforeId }: Move): string | undefined {
    const rank = (id?: string) => this.orders.find((one) => one.id === id)?.rank;
    const [after, before] = [rank(afterId), rank(beforeId)];
    if (after !== undefined) return `${after}V`;
    if (before === undefined) return undefined;
    return `${before.slice(0, -1)}${String.fromCharCode(before.charCodeAt(before.length - 1) - 1)}V`;
  }

  private move(order: StoredOrder, to: Move) {
    const { reason } = to;
    const moveto = to.moveto === 'ready-to-go' ? 'active' : to.moveto;
    this.expected(order, to.expectedVersion);
    const allowed = [...drops(this.role, order), ...statuses(this.role, order.status)];
    if (!allowed.includes(moveto)) {
      const refusal = {
        rule: '4.2',
        role: this.role,
        from: order.status,
        to: moveto,
        allowed,
        allowedRoles: ['manager'],
      };
      const message = 'Only managers can move this order there.';
      throw new Refused(refused(409, 'order.move_not_allowed', message, refusal));
    }
    if (order.status === 'draft') this.confirmed(order);
    order.rank = this.rankAt(to) ?? order.rank;
    return this.change(order, moveto === 'active' ? 'ready-to-go' : moveto, reason);
  }

  private edit(order: StoredOrder, details: OrderDetails) {
    const { orderName = order.orderName, brief = order.brief, dueDate = order.dueDate } = details;
    Object.assign(order, { orderName, brief, dueDate: dueDate ?? undefined });
    return this.change(order, order.status);
  }

  private change(order: StoredOrder, status: Status, reason?: string): Part<OrderChangedAnswer> {
    this.position += 1;
    const holdReason = status === 'on-hold' ? reason : undefined;
    Object.assign(order, { status, holdReason, position: this.position, version: order.version + 1 });
    const { id: orderId, version, position } = order;
    const data = { orderId, version, position, status, order: this.card(order) };
    return { message: `${order.orderId} is ${status} now.`, data };
  }
}
