import type { AccountEvent } from '@/api/desk';
import type { Message, NotificationSettings, Preset, Role, StorageInfo } from '@/api/generated';
import type { LinkState } from '@/api/generated/account';
import type { SecondStep } from '@/api/session/signin';
import { FakeAccounts } from './accounts';
import { type FakeAnswer, type FakeRequest, refused } from './answers';
import { FakeApprovals } from './approvals';
import { FakeBilling } from './billing';
import {
  answered,
  type Calls,
  find,
  type Form,
  type OtherCalls,
  refuse,
  Refused,
  understand,
  hasNoToken,
  type Understood,
} from './calls';
import { FakeCart } from './cart';
import { FakeConversation } from './conversation';
import { makeMessages, makeProfile, people } from './data';
import { uuid } from './fixed';
import { FakeHourly } from './hourly';
import { FakeImports } from './imports';
import { FakeMembership } from './membership';
import { FakeOrders } from './orders';
import { FakeOwnAccount, prove } from './own';
import { FakePayment } from './payment';
import { FakeReports } from './reports';
import { FakeShell } from './shell';
import { FakeWebhooks } from './webhooks';

export { type FakeAnswer, type FakeRequest, ok, refused } from './answers';

/** Sign-ins that need another step are answered so. */
const oneMore = (step: SecondStep): FakeAnswer => ({ status: 202, json: { success: true, message: '', data: step } });

/** A token that lasts as long as a test by any clock. */
const csrf = { token: 'csrf-token', expiresAt: '2099-01-01T00:00:00Z' };

/**
 * FakeServer is the API in memory, for tests of the app without a server. The contract says which
 * calls there are, what they must have and how answers look; only what a test needs more is written
 * here. It records the requests, and in `wrong` what of them the server would have refused.
 */
export class FakeServer extends FakeOrders {
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
  presets: Record<string, Preset[]> = { filters: [], archived: [] };
  /** What a sign-in needs besides the password. Without it, the password is enough. */
  step: SecondStep | null = null;
  /** The accounts to choose from after the second factor, if there are several. */
  choice: SecondStep | null = null;
  /** What the link of a mail leads to. */
  link: LinkState = { account: 'Acme', hasPassword: false, mustReset: false };
  /** What happened to accounts, the newest first. A page has two events. */
  accountEvents: AccountEvent[] = [];
  /** The customer's storage, without a limit. */
  storage: StorageInfo = {
    storages: { used: 0, quota: -1 },
    retail: { additionalStorageUsed: 0, additionalStorageQuota: 0 },
    full: false,
  };
  readonly requests: FakeRequest[] = [];
  readonly wrong: string[] = [];
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
  readonly conversation: FakeConversation;
  readonly payment: FakePayment;
  /** Replaces the answer when it returns one, to simulate failures. */
  intercept: (request: FakeRequest) => FakeAnswer | undefined = () => undefined;
  /**
   * The first answer to a write by its idempotency key: a repeated key gets the same answer (D-31).
   */
  private readonly answers = new Map<string, FakeAnswer>();
  /** The keys of writes that had no CSRF token. */
  private readonly tokenless = new Set<string | null>();
  readonly handlers: Map<string, (call: never, request: FakeRequest) => object | void>;

  constructor(role: Role = 'owner', count?: number) {
    super(role, count, (orderId) => this.hourly.refusal(orderId));
    this.accounts = new FakeAccounts(role);
    this.own = new FakeOwnAccount(role);
    this.billing = new FakeBilling(role === 'admin');
    this.cart = new FakeCart(() => this.own.profile, this.billing);
    this.payment = new FakePayment(() => this.own.profile, this.billing);
    this.conversation = new FakeConversation(() => this.own.profile, !['owner', 'staff'].includes(role));
    const { accounts, approvals, conversation, hourly, imports, membership, reports, webhooks, cart, payment, own } =
      this;
    const areas = [
      accounts,
      approvals,
      conversation,
      hourly,
      imports,
      membership,
      reports,
      webhooks,
      cart,
      payment,
      own,
    ];
    const calls = [this.ofOrders, this.calls, this.others, ...areas.map((area) => area.calls)];
    for (const { calls: known, others } of [this.shell, this.billing]) calls.push(known, others);
    this.handlers = new Map(calls.flatMap((some) => Object.entries(some)) as never);
  }

  handle(request: FakeRequest): FakeAnswer {
    this.requests.push(request);
    const { wrong, understood } = understand(request);
    this.wrong.push(...wrong);
    const key = request.headers.get('idempotency-key');
    const first = key ? this.answers.get(key) : undefined;
    if (first) return first;
    // An answer set by a test takes precedence over the commands.
    const instead = this.intercept(request);
    if (instead) return instead;
    if (understood && hasNoToken(request, understood)) return this.sendsToToken(request, key);
    const answer =
      understood && wrong.length === 0 ? this.answer(request, understood) : refused(400, 'invalid', wrong.join());
    if (key) this.answers.set(key, answer);
    return answer;
  }

  /**
   * The app may have lost the answer with its token. It has to fetch another one, and send the write again; only that
   * is recorded.
   */
  private sendsToToken({ method, path }: FakeRequest, key: string | null): FakeAnswer {
    if (this.tokenless.has(key)) this.wrong.push(`${method} ${path} has no X-CSRF-Token again`);
    this.tokenless.add(key);
    this.requests.pop();
    return refused(403, 'csrf.invalid', 'Please try again.');
  }

  private answer(request: FakeRequest, understood: Understood): FakeAnswer {
    const { id, position } = understood.operation;
    try {
      const handle = this.handlers.get(id);
      const answer = answered(understood, handle?.(understood.call as never, request), this.wrong);
      return position ? { headers: { 'X-Position': String(this.position) }, ...answer } : answer;
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      throw error;
    }
  }

  readonly calls: Calls = {
    signInCustomer: () => (this.step ? oneMore(this.step) : this.token()),
    signInDesk: () => (this.step ? oneMore(this.step) : this.token()),
    takeSecondFactor: ({ secondFactor: { code, recoveryCode, passkey } }) => {
      if (recoveryCode !== 'code-1' && passkey !== '{"id":"key"}') prove({ code: code ?? '' });
      return this.choice ? oneMore(this.choice) : this.token();
    },
    chooseAccount: () => this.token(),
    checkLink: () => ({ data: this.link }),
    csrfToken: () => ({ data: csrf }),
    guestCsrfToken: () => ({ data: csrf }),
    demoPeople: () => ({ data: demo }),
    brand: () => {
      const { mailOff, theme } = this.own.profile;
      return { data: { kind: 'direct', theme, signUp: this.signUp, mailOff } };
    },
    notificationSettings: () => this.mailSettings(),
    saveNotificationSettings: ({ notificationSettings }) => {
      this.mail = notificationSettings;
      return this.mailSettings();
    },
    saveTour: ({ tour, tourChange: { data } }) => {
      if (tour === 'gettingStarted') this.shell.steps.dismissed = !data;
      else this.own.saveTour(tour, data);
    },
    storage: () => ({ data: this.storage }),
    uploadToken: () => ({ data: { id: uuid(170), url: 'https://store.test/bucket', fields: { key: 'temp/key' } } }),
    catalogue: () => ({ data: catalogue }),
    services: () => ({
      data: [{ id: uuid(301), name: 'Label artwork', category: 'Print', categoryId: uuid(310) }],
    }),
    serviceCategories: () => ({ data: [{ id: uuid(310), name: 'Print' }] }),
    clients: () => ({ data: [{ id: 'customer', name: 'Northlight Studio' }] }),
    customers: () => ({
      data: [
        { id: uuid(320), name: 'Acme Foods', client: 'Northlight Studio', activeOrders: 1, maximumActiveOrder: 3 },
      ],
    }),
    creators: () => ({ data: [people.olivia] }),
    operators: () => ({ data: [people.priya] }),
    auditPeople: () => ({ data: [people.marcus] }),
    auditAccounts: ({ before = Infinity, person }) => {
      const found = this.accountEvents.filter(
        ({ position, actor, impersonator }) =>
          position < before && (!person || actor?.id === person || impersonator?.id === person),
      );
      return { data: { events: found.slice(0, 2), next: found.length > 2 ? found[1]?.position : undefined } };
    },
    filters: () => ({ data: this.presets['filters'] }),
    createFilter: ({ filterForm }) => this.savePreset('filters', { ...filterForm }),
    messageGroups: () => this.shownMessages(this.messages.slice(0, 10), this.messages.length),
    messageGroup: () => this.shownMessages(this.messages.slice(0, 3), 3),
    deleteMessages: () => {
      this.messages = [];
    },
    readMessages: () => this.read(() => true),
    readMessage: ({ messageId }) => this.read(({ id }) => id === messageId),
  };

  private readonly others: OtherCalls = {
    clientProfile: () => ({ data: this.own.profile }),
    validateImpersonation: (_, { headers }) => {
      if (headers.get('authorization') !== 'Bearer link') refuse(400, 'impersonation.invalid', 'Token is not valid');
      const { success: _success, ...session } = this.token('owner', 'acting');
      return { data: { ...session, accessTokenExpiresAt: '2036-01-01T00:30:00Z' } };
    },
    updateFilter: ({ presetId, filterForm }) => this.savePreset('filters', filterForm, presetId),
    deleteFilter: ({ presetId }) => this.removePreset('filters', presetId),
    archivedFilters: () => ({ data: this.presets['archived'] }),
    createArchivedFilter: ({ archivedFilterForm }) => this.savePreset('archived', archivedFilterForm),
  };

  private token(role = this.role, accessToken = 'secret') {
    const { id, clientId } = makeProfile(role);
    const accessTokenExpiresAt = '2036-01-01T00:00:00Z';
    return { success: true, accessToken, accessTokenExpiresAt, user: { id, role }, client: { id: clientId } };
  }

  private mailSettings() {
    return { data: { settings: this.mail, emailAddress: 'somebody@acme.test', timeZone: 'Europe/Berlin' } };
  }

  private savePreset(of: string, form: Form, id?: string) {
    const all = (this.presets[of] ??= []);
    const { createdAtStart, createdAtEnd, dueDateStart, dueDateEnd, updatedDateStart, updatedDateEnd } = form;
    const dates = (startDate = '', endDate = '') => ({ startDate, endDate });
    const preset: Preset = {
      id: id ?? uuid(9000 + all.length),
      name: form['name'] ?? '',
      serviceCategory: form['serviceCategoryId'] ?? '',
      serviceType: form['serviceId'] ?? '',
      operator: form['operatorId'] ?? '',
      customer: form['customerId'] ?? '',
      creator: form['creatorId'] ?? '',
      client: form['clientId'] ?? '',
      manager: form['managerId'] ?? '',
      customSearch: form['search'] ?? '',
      createdDate: dates(createdAtStart, createdAtEnd),
      ...(of === 'archived'
        ? { updatedDate: dates(updatedDateStart, updatedDateEnd) }
        : {
            orderStatus: form['orderProgress'] ?? '',
            queueTime: form['queueTime'] ?? '',
            workTime: form['workTime'] ?? '',
            dueDate: dates(dueDateStart, dueDateEnd),
          }),
    };
    if (id) all.splice(all.indexOf(find(all, id)), 1, preset);
    else all.push(preset);
    return { message: 'Preset filter has been successfully saved', data: preset };
  }

  private removePreset(of: string, id: string) {
    const all = this.presets[of] ?? [];
    const [data] = all.splice(all.indexOf(find(all, id)), 1);
    return { message: 'Filter preset deleted successfully', data };
  }

  private shownMessages(data: Message[], total: number) {
    return { data, meta: { page: 1, totalPages: 2, total, unread: this.messages.filter((one) => !one.isRead).length } };
  }

  private read(which: (message: Message) => boolean): void {
    this.messages = this.messages.map((one) =>
      which(one) ? { ...one, isRead: true, totalRead: one.totalMessage } : one,
    );
  }
}

const catalogue = {
  categories: [
    { id: uuid(401), name: 'Print' },
    { id: uuid(402), name: 'Digital', place: 1 },
  ],
  services: [
    { id: uuid(301), name: 'Label artwork', categoryId: uuid(401), promisedStart: 86_400, allocated: 21_600 },
    { id: uuid(302), name: 'Web banner', categoryId: uuid(402) },
  ],
  packages: [
    {
      id: uuid(501),
      name: 'Starter',
      allocated: 144_000,
      maximumActiveOrder: 4,
      customers: { total: 7, names: ['Acme Foods', 'Beta Bakery', 'Corner Café', 'Delta Drinks', 'Elm Farm'] },
    },
  ],
};

const acme = { company: 'Acme Foods', signin: 'customer' } as const;
const northlight = { company: 'Northlight Studio', signin: 'desk' } as const;

const demo = {
  password: 'proof-demo-1',
  people: [
    { name: 'Olivia Hartmann', email: 'owner@acme.test', role: 'owner', ...acme },
    { name: 'Sam Whitfield', email: 'staff@acme.test', role: 'staff', ...acme },
    { name: 'Marcus Lindqvist', email: 'manager@northlight.test', role: 'manager', ...northlight },
    { name: 'Priya Raman', email: 'operator@northlight.test', role: 'operator', ...northlight },
  ],
};
