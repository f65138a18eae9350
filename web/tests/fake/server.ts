import type {
  ActionName,
  Card,
  Column,
  HistoryEvent,
  Meanwhile,
  Message,
  Move,
  OrderAction,
  OrderDetails,
  NotificationSettings,
  Person,
  StorageInfo,
  Preset,
  Role,
  Status,
  TimelineEntry,
} from '@/api/generated';
import type { AccountEvent } from '@/api/desk';
import type { LinkState, SecondFactor } from '@/api/generatedAccount';
import type { SecondStep } from '@/api/signin';
import { FakeAccounts } from './accounts';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import { FakeApprovals } from './approvals';
import { FakeImports } from './imports';
import { FakeBilling } from './billing';
import { FakeCart } from './cart';
import { at, makeDetail, makeMessages, makeOrders, makeProfile, people, stateOf, type StoredOrder, uuid } from './data';
import { FakeHourly } from './hourly';
import { FakeReports } from './reports';
import { FakeMembership } from './membership';
import { FakeOwnAccount, rightCode, wrongCode } from './own';
import { FakePayment } from './payment';
import { actions, drops, roles, statuses, waysFor } from './rules';
import { FakeShell } from './shell';
import { FakeWebhooks } from './webhooks';

export { type FakeAnswer, type FakeRequest, ok, refused } from './answers';

const columns: [Column['typeStatus'], string, string[]][] = [
  ['new-order', 'New Order', ['active', 'queue', 'draft']],
  ['in-progress', 'In Progress', []],
  ['in-review', 'In Review', []],
  ['on-hold', 'On Hold', []],
  ['approved', 'Approved', ['approved', 'completed']],
  ['cancelled', 'Cancelled', []],
];
const places: Record<Status, [string, string]> = {
  'ready-to-go': ['new-order', 'active'],
  queue: ['new-order', 'queue'],
  draft: ['new-order', 'draft'],
  'in-progress': ['in-progress', ''],
  'gr-revision': ['in-progress', ''],
  'in-review': ['in-review', ''],
  'on-hold': ['on-hold', ''],
  approved: ['approved', 'approved'],
  completed: ['approved', 'completed'],
  cancelled: ['cancelled', ''],
};
const zoneTitles: Record<string, string> = {
  active: 'Active',
  queue: 'Queue',
  draft: 'Draft',
  approved: 'Approved',
  completed: 'Completed',
};
const acted: Partial<Record<ActionName, Status>> = {
  'on-hold': 'on-hold',
  cancelled: 'cancelled',
  resume: 'in-progress',
  published: 'ready-to-go',
  restore: 'draft',
};

/** The options of the filter lists, by the last part of their path. */
const filterOptions: Record<string, object[]> = {
  services: [{ id: uuid(301), name: 'Label artwork', category: 'Print', categoryId: uuid(310) }],
  'services-category': [{ id: uuid(310), name: 'Print' }],
  clients: [{ id: 'customer', name: 'Northlight Studio' }],
  customers: [
    { id: uuid(320), name: 'Acme Foods', client: 'Northlight Studio', activeOrders: 1, maximumActiveOrder: 3 },
  ],
  creators: [people.olivia],
  operators: [people.priya],
  managers: [],
};

/**
 * FakeServer is the API in memory, for tests of the app without a server. It answers in the
 * contract's shapes and records the requests.
 */
export class FakeServer {
  orders: StoredOrder[];
  messages: Message[] = makeMessages(14);
  mail: NotificationSettings = {
    asked: 'at-once',
    newOrders: 'at-once',
    comments: 'daily',
    decisions: 'at-once',
    changes: 'off',
  };
  /** Whether people may register themselves. */
  signUp = false;
  presets: Record<string, Preset[]> = {};
  position = 500;
  readonly requests: FakeRequest[] = [];
  readonly accounts: FakeAccounts;
  readonly own: FakeOwnAccount;
  readonly shell = new FakeShell();
  readonly approvals = new FakeApprovals();
  readonly imports = new FakeImports();
  readonly membership = new FakeMembership(() => this.own.profile);
  readonly hourly = new FakeHourly(() => this.own.profile);
  readonly reports = new FakeReports();
  readonly webhooks = new FakeWebhooks();
  readonly billing: FakeBilling;
  readonly cart: FakeCart;
  readonly payment: FakePayment;
  /** Replaces the answer when it returns one, to simulate failures. */
  intercept: (request: FakeRequest) => FakeAnswer | undefined = () => undefined;

  constructor(
    readonly role: Role = 'owner',
    count?: number,
  ) {
    this.orders = makeOrders(count);
    this.accounts = new FakeAccounts(role);
    this.own = new FakeOwnAccount(role);
    this.billing = new FakeBilling(role === 'admin');
    this.cart = new FakeCart(() => this.own.profile, this.billing);
    this.payment = new FakePayment(() => this.own.profile, this.billing);
  }

  /**
   * The first answer to a write by its idempotency key: a repeated key gets the same answer (D-31).
   */
  private readonly answered = new Map<string, FakeAnswer>();

  handle(request: FakeRequest): FakeAnswer {
    this.requests.push(request);
    const key = request.headers.get('idempotency-key');
    const first = key ? this.answered.get(key) : undefined;
    if (first) return first;
    // An answer set by a test takes precedence over the commands.
    const instead = this.intercept(request);
    if (instead) return instead;
    const answer = this.answer(request);
    if (key) this.answered.set(key, answer);
    return answer;
  }

  private answer(request: FakeRequest): FakeAnswer {
    const path = request.path.replace(/^\/api(\/[cd](?=\/)(?!\/token))?/, '');
    const [, area = '', id = '', sub = '', last = '', more = ''] = path.split('/');
    if (path.endsWith('/token') && !path.startsWith('/upload')) return this.secondStep() ?? this.token();
    if (area === 'second-factor') return this.takeSecondStep(request);
    if (area === 'choose-account') return this.token();
    if (area === 'check-link') return ok(this.link);
    if (path.endsWith('/validate-impersonate-token')) return this.impersonate(request);
    if (area === 'audit' && id === 'accounts') return this.listAccountEvents(request);
    if (area === 'audit' && id === 'people') return ok([people.marcus]);
    if (area === 'audit') return ok({ events: [], refusals: [] });
    const ofShell = this.shell.answer(request, [area, id, sub]);
    if (ofShell) return ofShell;
    const ofApprovals = this.approvals.answer(request, [area, id, sub]);
    if (ofApprovals) return ofApprovals;
    const ofMembership = this.membership.answer(request, [area, id, sub]);
    if (ofMembership) return ofMembership;
    if (area === 'webhook-endpoints') return this.webhooks.answer(request, id, sub);
    if (area === 'imports') return this.imports.answer(request, id, sub);
    if (area === 'reports') return this.reports.answer(request, id, sub);
    const ofHourly = this.hourly.answer(request, [area, id, sub]);
    if (ofHourly) return ofHourly;
    const ofPayment = this.payment.answer(request, [area, id, sub, last]);
    if (ofPayment) return ofPayment;
    const ofCart = this.cart.answer(request, [area, id, sub]);
    if (ofCart) return ofCart;
    const ofBilling = this.billing.answer(request, [area, id, sub, last, more]);
    if (ofBilling) return ofBilling;
    if (area === 'g') return ok({ token: 'csrf-token', expiresAt: at(1) });
    if (area === 'demo') return ok(demo);
    if (area === 'brand')
      return ok({
        kind: 'direct',
        theme: makeProfile(this.role).theme,
        signUp: this.signUp,
        mailOff: this.own.profile.mailOff,
      });
    if (['signup', 'change-email', 'known-browser'].includes(area))
      return { json: { success: true, message: 'Done.' } };
    if (area === 'setup') return ok({ needed: false });
    if (area === 'profile' && id === 'notification-settings') {
      if (request.method === 'PUT') this.mail = JSON.parse(request.body) as NotificationSettings;
      return ok({ settings: this.mail, emailAddress: 'somebody@acme.test', timeZone: 'Europe/Berlin' });
    }
    if (area === 'profile') return this.own.answer(request, id, sub, last);
    if (area === 'r' && id === 'profile') return this.own.answer(request, '', '');
    if (area === 'message') return this.message(request, id, sub);
    if (area === 'people' || area === 'customers' || area === 'clients') {
      return this.accounts.answer(request, area, id, sub);
    }
    if (area === 'invitation-limit') return this.accounts.limit(request);
    if (area === 'catalogue') return ok(catalogue);
    if (area === 'storage') return ok(this.storage);
    if (area === 'upload') return this.upload(request, id);
    if (area === 'order' && sub === 'unlock-order') return ok({ orderId: id, position: this.position });
    if (area === 'order' && id === 'working-time') return ok({});
    if (area === 'archived-order-filters' || (area === 'filters' && (!id || /^[0-9a-f]{8}-/.test(id)))) {
      return this.preset(request, area, id);
    }
    if (area === 'filters') return ok(filterOptions[id] ?? []);
    if (area === 'order' && id === 'search') return ok({ orders: this.found(request) });
    if (area === 'order' && !id) return request.method === 'POST' ? this.create(request) : this.list(request);
    if (area === 'order') return this.order(request, id, sub);
    return refused(404, 'not_found', 'This does not exist or you may not see it.');
  }

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

  /** The customer's storage, without a limit. */
  storage: StorageInfo = {
    storages: { used: 0, quota: -1 },
    retail: { additionalStorageUsed: 0, additionalStorageQuota: 0 },
    full: false,
  };

  private upload({ method }: FakeRequest, what: string): FakeAnswer {
    if (method === 'DELETE') return { json: { success: true, message: 'The file is removed' } };
    if (what !== 'upload-token') return ok({ orderId: '', attachmentId: '', version: 1, position: this.position });
    return ok({ id: uuid(170), url: 'https://store.test/bucket', fields: { key: 'temp/key' } });
  }

  /** Returns the place of each order in its zone. */
  private places(): Map<string, number> {
    const next = new Map<string, number>();
    const found = new Map<string, number>();
    for (const { id, status } of [...this.orders].sort((a, b) => (a.rank < b.rank ? -1 : 1))) {
      const zone = String(places[status]);
      found.set(id, next.get(zone) ?? 0);
      next.set(zone, (next.get(zone) ?? 0) + 1);
    }
    return found;
  }

  /** What a sign-in needs besides the password. Without it, the password is enough. */
  step: SecondStep | null = null;
  /** The accounts to choose from after the second factor, if there are several. */
  choice: SecondStep | null = null;
  /** What the link of a mail leads to. */
  link: LinkState = { account: 'Acme', hasPassword: false, mustReset: false };
  /** What happened to accounts, the newest first. A page has two events. */
  accountEvents: AccountEvent[] = [];

  private secondStep(): FakeAnswer | undefined {
    return this.step ? { status: 202, json: { success: true, message: '', data: this.step } } : undefined;
  }

  private takeSecondStep({ body }: FakeRequest): FakeAnswer {
    const { code, recoveryCode, passkey } = JSON.parse(body) as SecondFactor;
    const right = code === rightCode || recoveryCode === 'code-1' || passkey === '{"id":"key"}';
    if (!right) return wrongCode;
    if (this.choice) return { status: 202, json: { success: true, message: '', data: this.choice } };
    return this.token();
  }

  private impersonate({ headers }: FakeRequest): FakeAnswer {
    if (headers.get('authorization') !== 'Bearer link') {
      return refused(400, 'impersonation.invalid', 'Token is not valid');
    }
    const { id, clientId } = makeProfile('owner');
    return ok({
      accessToken: 'acting',
      accessTokenExpiresAt: '2036-01-01T00:30:00Z',
      user: { id, role: 'owner' },
      client: { id: clientId },
    });
  }

  private listAccountEvents({ query }: FakeRequest): FakeAnswer {
    const before = Number(query.get('before') ?? Infinity);
    const person = query.get('person');
    const found = this.accountEvents.filter(
      ({ position, actor, impersonator }) =>
        position < before && (!person || actor?.id === person || impersonator?.id === person),
    );
    return ok({ events: found.slice(0, 2), next: found.length > 2 ? found[1]?.position : undefined });
  }

  private token(): FakeAnswer {
    const profile = makeProfile(this.role);
    return {
      json: {
        success: true,
        accessToken: 'secret',
        accessTokenExpiresAt: '2036-01-01T00:00:00Z',
        user: { id: profile.id, role: this.role },
        client: { id: profile.clientId },
      },
    };
  }

  private list({ query }: FakeRequest): FakeAnswer {
    const text = (name: string) => (query.get(name) === 'null' ? '' : (query.get(name) ?? ''));
    const progress = text('orderProgress') ? text('orderProgress').split(',') : undefined;
    const search = text('customSearch').toLowerCase();
    const ordered = [...this.orders]
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .filter((o) => (!progress || progress.includes(o.status)) && o.orderName.toLowerCase().includes(search));
    if (query.get('view') === 'counts') {
      const counted = columns.map((column) => ({ ...this.column(column, ordered), taskIds: [], zones: undefined }));
      return ok({ columns: counted });
    }
    if (query.get('view') === 'board') {
      const at = this.places();
      const cards = Object.fromEntries(ordered.map((o) => [o.id, this.card(o, at.get(o.id))]));
      return ok({
        columns: columns.map((column) => this.column(column, ordered)),
        cards,
        roles,
        ways: waysFor(this.role),
        position: this.position,
      });
    }
    const archived = query.get('view') === 'archived';
    const found = ordered.filter((o) => o.archived === archived);
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const orders = found.slice((page - 1) * limit, page * limit).map((o) => this.card(o));
    const meta = { page, limit, total: found.length, totalPages: Math.max(1, Math.ceil(found.length / limit)) };
    return { json: { success: true, data: { orders, position: this.position }, meta } };
  }

  /** Returns what a search finds: orders whose name contains the text, newest first. */
  private found({ query }: FakeRequest): Card[] {
    const text = (query.get('customSearch') ?? '').toLowerCase();
    const found = this.orders.filter((o) => text && o.orderName.toLowerCase().includes(text));
    return found.slice(0, Number(query.get('limit') ?? 10)).map((o) => this.card(o));
  }

  private preset({ method, body }: FakeRequest, area: string, id: string): FakeAnswer {
    const form = new URLSearchParams(body);
    const text = (name: string) => form.get(name) ?? '';
    const all = (this.presets[area] ??= []);
    if (method === 'GET') return ok(all);
    const old = all.find((preset) => preset.id === id);
    if (id && !old) return refused(404, 'not_found', 'This does not exist or you may not see it.');
    if (old && method === 'DELETE') {
      all.splice(all.indexOf(old), 1);
      return { json: { success: true, message: 'Filter preset deleted successfully', data: old } };
    }
    const preset: Preset = {
      id: id || uuid(9000 + all.length),
      name: text('name'),
      orderStatus: text('orderProgress'),
      serviceCategory: text('serviceCategoryId'),
      serviceType: text('serviceId'),
      queueTime: text('queueTime'),
      workTime: text('workTime'),
      operator: text('operatorId'),
      customer: text('customerId'),
      creator: text('creatorId'),
      client: text('clientId'),
      manager: text('managerId'),
      customSearch: text('search'),
      createdDate: { startDate: text('createdAtStart'), endDate: text('createdAtEnd') },
      dueDate: { startDate: text('dueDateStart'), endDate: text('dueDateEnd') },
    };
    if (old) all[all.indexOf(old)] = preset;
    else all.push(preset);
    return { json: { success: true, message: 'Preset filter has been successfully saved', data: preset } };
  }

  private column([typeStatus, title, zones]: (typeof columns)[number], orders: StoredOrder[]): Column {
    const at = (zone: string) =>
      orders
        .filter((o) => places[o.status][0] === typeStatus && (!zone || places[o.status][1] === zone))
        .map(({ id }) => id);
    const taskIds = at('');
    return {
      typeStatus,
      title,
      taskIds,
      total: taskIds.length,
      acceptedDrop: [],
      zones: zones.length
        ? zones.map((zone) => ({
            zone: zone as 'active',
            title: zoneTitles[zone] ?? zone,
            taskIds: at(zone),
            total: at(zone).length,
          }))
        : undefined,
    };
  }

  private order(request: FakeRequest, id: string, sub: string): FakeAnswer {
    const order = this.orders.find((o) => o.id === id);
    if (!order) return refused(404, 'not_found', 'This does not exist or you may not see it.');
    if (sub === 'move-progress') {
      const move = JSON.parse(request.body) as Move;
      return this.stale(order, move) ?? this.move(order, move);
    }
    if (sub === 'action') {
      const act = JSON.parse(request.body) as OrderAction;
      return this.stale(order, act) ?? this.act(order, act);
    }
    if (sub === 'timeline') return ok({ entries: timeline });
    if (sub === 'history') return ok({ events: history });
    if (sub === 'mentions') return ok([]);
    if (/\/version\/[^/]+$/.test(request.path)) return ok({ public: [], internal: [] });
    if (sub === 'team') return ok([people.olivia, people.sam]);
    if (sub === 'working-time') return this.work(order, JSON.parse(request.body) as { action: string });
    if (sub === 'bulk-download') return ok({ id: uuid(700), orderId: id, state: 'waiting', expiresAt: at(1) });
    if (request.method === 'PUT' && !sub) {
      const details = JSON.parse(request.body) as OrderDetails;
      const { orderName = order.orderName, brief = order.brief, dueDate = order.dueDate } = details;
      Object.assign(order, { orderName, brief, dueDate: dueDate ?? undefined });
      return this.change(order, order.status);
    }
    const asOf = Number(request.query.get('asOf') ?? 0);
    const shown = asOf > 0 ? { ...order, status: statusAt(asOf) } : order;
    return ok({ order: makeDetail(this.card(shown), order.brief), position: asOf || this.position });
  }

  /** Changes an order as somebody else does, whom later writes are told of. */
  meanwhile(id: string, by: Person, what: string, status?: Status): void {
    const order = this.orders.find((o) => o.id === id);
    if (!order) throw new Error('no such order');
    order.version += 1;
    if (status) order.status = status;
    const told = { by, what, status, at: at(0), version: order.version, decisive: status !== undefined };
    const last = this.changed.get(id);
    this.changed.set(id, !told.decisive && last?.decisive ? { ...last, version: told.version } : told);
  }

  private readonly changed = new Map<string, Meanwhile>();

  /** Refuses a write that expects another version than the order has. */
  private stale(order: StoredOrder, { expectedVersion }: { expectedVersion?: number }): FakeAnswer | undefined {
    if (expectedVersion === undefined || expectedVersion === order.version) return undefined;
    const told = this.changed.get(order.id);
    return refused(409, 'stale_version', 'Somebody changed this in the meantime.', undefined, told);
  }

  /** Returns a rank directly after one neighbour or directly before the other. */
  private rankAt({ afterId, beforeId }: Move): string | undefined {
    const rank = (id?: string) => this.orders.find((o) => o.id === id)?.rank;
    const [after, before] = [rank(afterId), rank(beforeId)];
    if (after !== undefined) return `${after}V`;
    if (before === undefined) return undefined;
    return `${before.slice(0, -1)}${String.fromCharCode(before.charCodeAt(before.length - 1) - 1)}V`;
  }

  private move(order: StoredOrder, to: Move): FakeAnswer {
    const { moveto, reason } = to;
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
      return refused(409, 'order.move_not_allowed', 'Only managers can move this order there.', refusal);
    }
    const unconfirmed = order.status === 'draft' ? this.hourly.refusal(order.id) : undefined;
    if (unconfirmed) return unconfirmed;
    order.rank = this.rankAt(to) ?? order.rank;
    return this.change(order, moveto === 'active' ? 'ready-to-go' : moveto, reason);
  }

  private act(order: StoredOrder, { action, reason }: OrderAction): FakeAnswer {
    const unconfirmed = action === 'published' ? this.hourly.refusal(order.id) : undefined;
    if (unconfirmed) return unconfirmed;
    if (action === 'freeze' || action === 'unfreeze') order.frozen = action === 'freeze';
    return this.change(order, acted[action] ?? order.status, reason);
  }

  private work(order: StoredOrder, { action }: { action: string }): FakeAnswer {
    const running = { paused: false, since: at(0), by: people.priya, worked: 5400, allocated: 21_600, percent: 25 };
    order.workTime = action === 'play' ? running : { ...running, paused: true, since: undefined, by: undefined };
    return this.change(order, order.status);
  }

  private change(order: StoredOrder, status: Status, reason?: string): FakeAnswer {
    this.position += 1;
    Object.assign(order, {
      status,
      holdReason: status === 'on-hold' ? reason : undefined,
      position: this.position,
      version: order.version + 1,
    });
    const data = {
      orderId: order.id,
      version: order.version,
      position: this.position,
      status,
      order: this.card(order),
    };
    return {
      json: { success: true, message: `${order.orderId} is ${status} now.`, data },
      headers: { 'X-Position': String(this.position) },
    };
  }

  private create(request: FakeRequest): FakeAnswer {
    const { orderName, brief } = JSON.parse(request.body) as { orderName: string; brief?: string };
    const [template] = makeOrders(1);
    if (!template) return refused(500, 'internal', 'No template');
    const order: StoredOrder = {
      ...template,
      id: uuid(2000 + this.orders.length),
      orderId: 'PB-2000',
      orderName,
      brief: brief ?? '',
      status: 'draft',
    };
    this.orders.push(order);
    return this.change(order, 'draft');
  }

  private message({ method }: FakeRequest, id: string, sub: string): FakeAnswer {
    if (method === 'DELETE') this.messages = !id ? [] : this.messages.filter((m) => m.id !== id && m.group !== sub);
    if (method === 'PUT')
      this.messages = this.messages.map((m) =>
        id === 'read' || m.id === id ? { ...m, isRead: true, totalRead: m.totalMessage } : m,
      );
    if (method !== 'GET') return { json: { success: true, message: '', data: { position: this.position } } };
    const unread = this.messages.filter((m) => !m.isRead).length;
    const data = sub ? this.messages.slice(0, 3) : this.messages.slice(0, 10);
    return {
      json: { success: true, data, meta: { page: 1, totalPages: 2, total: sub ? 3 : this.messages.length, unread } },
    };
  }
}

function statusAt(position: number): Status {
  return steps[history.findLastIndex((e) => e.position <= position)]?.[2] ?? 'draft';
}

const catalogue = {
  categories: [
    { id: uuid(401), name: 'Print', place: 0, retired: false },
    { id: uuid(402), name: 'Digital', place: 1, retired: false },
  ],
  services: [
    {
      id: uuid(301),
      name: 'Label artwork',
      categoryId: uuid(401),
      promisedStart: 86_400,
      allocated: 21_600,
      place: 0,
      retired: false,
    },
    {
      id: uuid(302),
      name: 'Web banner',
      categoryId: uuid(402),
      promisedStart: 0,
      allocated: 0,
      place: 0,
      retired: false,
    },
  ],
  packages: [
    {
      id: uuid(501),
      name: 'Starter',
      allocated: 144_000,
      maximumActiveOrder: 4,
      place: 0,
      retired: false,
      customers: { total: 7, names: ['Acme Foods', 'Beta Bakery', 'Corner Café', 'Delta Drinks', 'Elm Farm'] },
    },
  ],
};

const demo = {
  password: 'proof-demo-1',
  people: [
    { name: 'Olivia Hartmann', email: 'owner@acme.test', role: 'owner', company: 'Acme Foods', signin: 'customer' },
    { name: 'Sam Whitfield', email: 'staff@acme.test', role: 'staff', company: 'Acme Foods', signin: 'customer' },
    {
      name: 'Marcus Lindqvist',
      email: 'manager@northlight.test',
      role: 'manager',
      company: 'Northlight Studio',
      signin: 'desk',
    },
    {
      name: 'Priya Raman',
      email: 'operator@northlight.test',
      role: 'operator',
      company: 'Northlight Studio',
      signin: 'desk',
    },
  ],
};

const steps: [type: string, label: string, to: Status, who: keyof typeof people, diff: [string, string, string][]][] = [
  [
    'order.drafted',
    "drafted the order 'Autumn harvest jar label'",
    'draft',
    'olivia',
    [
      ['Name', '', 'Autumn harvest jar label'],
      ['Due', '', '30 Nov 2026'],
    ],
  ],
  [
    'order.details_changed',
    "changed the order's details",
    'draft',
    'olivia',
    [['Brief', 'Keep the look.', 'Keep the hand-drawn look.']],
  ],
  ['order.published', 'created the order: Ready To Go', 'ready-to-go', 'olivia', [['Status', 'Draft', 'Ready To Go']]],
  ['order.assigned', 'changed who works on the order', 'ready-to-go', 'marcus', [['Operator', '', 'Priya Raman']]],
  ['order.moved', 'moved the order to In Progress', 'in-progress', 'priya', [['Status', 'Ready To Go', 'In Progress']]],
  [
    'proof.attachment_added',
    'attached harvest-jar-label.png',
    'in-progress',
    'priya',
    [['Attachment', '', 'harvest-jar-label.png']],
  ],
  ['order.moved', 'moved the order to In Review', 'in-review', 'marcus', [['Status', 'In Progress', 'In Review']]],
  ['topic.opened', 'opened a topic', 'in-review', 'olivia', []],
  [
    'order.held',
    'put the order on hold',
    'on-hold',
    'marcus',
    [
      ['Status', 'In Review', 'On Hold'],
      ['Hold reason', '', 'Waiting for the new logo'],
    ],
  ],
  ['order.resumed', 'resumed the order: In Review', 'in-review', 'marcus', [['Status', 'On Hold', 'In Review']]],
  ['proof.version_approved', 'approved it', 'in-review', 'dana', []],
  ['order.moved', 'moved the order to Approved', 'approved', 'olivia', [['Status', 'In Review', 'Approved']]],
];

export const history: HistoryEvent[] = steps.map(([type, label, to, who, diff], i) => ({
  position: 40 + i * 7,
  version: i + 1,
  stream: uuid(1000),
  streamType: type.split('.')[0] as 'order',
  type,
  label,
  actor: people[who],
  at: at(-30 + i * 2.3),
  via: i % 2 ? 'board' : 'status',
  reason: type === 'order.held' ? 'Waiting for the new logo' : undefined,
  data: { to },
  diff: diff.map(([field, from, value]) => ({ field, from, to: value })),
}));

const timeline: TimelineEntry[] = [...history].reverse().map((e) => ({
  position: e.position,
  timelineType: 'history',
  type: e.type,
  content: '',
  summary: e.label,
  actor: e.actor,
  at: e.at,
  reason: e.reason,
}));
