import type {
  Branding,
  BrandUpload,
  ClientAccount,
  Company,
  CustomerAccount,
  CustomerChange,
  HostNames,
  InvitationLimit,
  Member,
  NewClient,
  NewCustomer,
  NewOrders,
  NewPerson,
  PersonChange,
  PersonDetail,
  Requirement,
  Role,
  SignUpSwitch,
} from '@/api/generatedPeople';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import { at, makeProfile, people, uuid } from './data';

export const acme = uuid(320);

const provider = { clientId: 'admin', name: 'Northlight Studio' };
const acmeFoods = { clientId: 'customer', customerId: acme, name: 'Acme Foods' };

const labels: Partial<Record<Role, string>> = {
  owner: 'Account Owner',
  staff: 'Team Member',
  operator: 'Operator',
  manager: 'Manager',
  creative_manager: 'Creative Manager',
  admin: 'Admin',
};

type Stored = Member & Pick<PersonDetail, 'operates' | 'manages' | 'factors' | 'orders'>;

function member(who: { id: string; name: string }, role: Role, more: Partial<Stored>): Stored {
  const [firstname = '', lastname = ''] = who.name.split(' ');
  return {
    id: who.id,
    firstname,
    lastname,
    emailAddress: `${firstname.toLowerCase()}@acme.test`,
    avatar: '',
    jobTitle: '',
    role,
    roleLabel: labels[role] ?? role,
    state: 'active',
    isApprover: role === 'owner',
    canApprove: role === 'owner' || role === 'staff',
    emailIsVerified: true,
    account: acmeFoods,
    isYou: false,
    invitedAt: at(-30),
    joinedAt: at(-29),
    operates: 0,
    manages: 0,
    factors: 0,
    ...more,
  };
}

const makePeople = (): Stored[] => [
  member(people.olivia, 'owner', { jobTitle: 'Brand Manager' }),
  member(people.sam, 'staff', { emailIsVerified: false, factors: 2 }),
  member({ id: uuid(6), name: 'Nina Ivers' }, 'staff', {
    state: 'invited',
    emailIsVerified: false,
    invitedAt: at(-2),
    joinedAt: undefined,
  }),
  member(people.marcus, 'admin', { account: provider }),
  member(people.priya, 'operator', { account: provider, operates: 3, manages: 1 }),
  member(people.dana, 'creative_manager', { account: provider, orders: 'mine' }),
];

const makeCustomer = (id: string, name: string, more: Partial<CustomerAccount> = {}): CustomerAccount => ({
  id,
  clientId: 'customer',
  clientName: 'Northlight Studio',
  name,
  packageId: uuid(501),
  packageName: 'Starter',
  maximumActiveOrder: 4,
  isPayg: false,
  storage: 10 * 1024 ** 3,
  additionalStorage: 0,
  state: 'active',
  people: 2,
  createdAt: at(-200),
  ...more,
});

const makeClients = (): ClientAccount[] => [
  {
    id: 'admin',
    kind: 'provider',
    name: 'Northlight Studio',
    colour: '#2563eb',
    customers: 0,
    people: 3,
    secondFactor: false,
    createdAt: at(-400),
  },
  {
    id: 'customer',
    kind: 'direct',
    name: 'Northlight Studio',
    colour: '#2563eb',
    customers: 2,
    people: 0,
    secondFactor: false,
    createdAt: at(-400),
  },
  {
    id: 'brightside',
    kind: 'reseller',
    name: 'Brightside Agency',
    colour: '#0f766e',
    customers: 1,
    people: 2,
    secondFactor: false,
    createdAt: at(-300),
  },
];

const noCompany = (name: string): Company => ({ name, address: '', country: '', contact: '' });
const done: FakeAnswer = { json: { success: true, message: 'Done.' } };
const unknown = refused(404, 'not_found', 'This does not exist or you may not see it.');

/** Where the link of an impersonation leads. */
export const impersonation = 'http://localhost:3000/impersonate-customer';

/** How many orders one call hands over. */
const movedAtOnce = 2;

/** The people and accounts of the fake server. A page of a list has three entries. */
export class FakeAccounts {
  people = makePeople();
  customers = [
    makeCustomer(acme, 'Acme Foods'),
    makeCustomer(uuid(321), 'Harbor Deli', { state: 'deletion-requested', deletesAt: at(20), people: 1 }),
  ];
  clients = makeClients();
  /** How many invitations a day accounts may send. */
  invitations: Record<string, number> = {};
  /** What was saved of the clients, by their id. */
  branding: Record<string, Branding> = {};
  hosts: Record<string, string[]> = {};
  signUp = false;

  constructor(private readonly role: Role) {}

  answer(request: FakeRequest, area: 'people' | 'customers' | 'clients', id: string, sub: string): FakeAnswer {
    if (area === 'people') return this.person(request, id, sub);
    return area === 'customers' ? this.customer(request, id) : this.client(request, id, sub);
  }

  limit({ body }: FakeRequest): FakeAnswer {
    const { clientId, customerId, most } = JSON.parse(body) as InvitationLimit;
    this.invitations[customerId ?? clientId] = most;
    return done;
  }

  private page<T extends { id: string }>(found: T[], query: URLSearchParams): { items: T[]; next?: string } {
    const start = found.findIndex(({ id }) => id === query.get('after')) + 1;
    const items = found.slice(start, start + 3);
    return { items, next: start + 3 < found.length ? items.at(-1)?.id : undefined };
  }

  private person({ method, path, query, body }: FakeRequest, id: string, sub: string): FakeAnswer {
    const you = makeProfile(this.role).id;
    if (!id && method === 'POST') return this.add(JSON.parse(body) as NewPerson);
    if (!id) {
      const text = (query.get('search') ?? '').toLowerCase();
      const found = this.people.filter(
        ({ firstname, lastname, emailAddress, account, state, role }) =>
          (query.has('everyone') || this.inAccount(account, query)) &&
          `${firstname} ${lastname} ${emailAddress}`.toLowerCase().includes(text) &&
          (!query.has('state') || query.get('state') === state) &&
          (!query.has('role') || query.get('role') === role),
      );
      const { items, next } = this.page(found, query);
      return ok({ people: items.map((person) => this.shown(person, you)), next });
    }
    const person = this.people.find((one) => one.id === id);
    if (!person) return unknown;
    if (sub === 'factors') {
      person.factors = 0;
      return done;
    }
    if (sub === 'new-orders') {
      Object.assign(person, JSON.parse(body) as NewOrders);
      return done;
    }
    if (sub === 'impersonation') return ok({ url: `${impersonation}#token=link` });
    if (sub === 'work') return this.work(person, JSON.parse(body) as { as: 'operator' | 'manager' });
    if (sub === 'invitation') {
      person.invitedAt = at(0);
      if (path.endsWith('/link')) return ok({ url: 'https://desk.test/invitation#token=new', expiresAt: at(-72 * 60) });
      return done;
    }
    if (method === 'DELETE') {
      this.people = this.people.filter((one) => one !== person);
      return done;
    }
    if (method === 'PUT') {
      const { active, role, ...change } = JSON.parse(body) as PersonChange;
      Object.assign(person, change);
      if (active !== undefined) person.state = active ? 'active' : 'deactivated';
      if (role) Object.assign(person, { role, roleLabel: labels[role] ?? role });
      return done;
    }
    const { operates, manages, factors, orders } = person;
    const isLast = (person.role === 'owner' || person.role === 'admin') && this.sharing(person) === 1;
    const roles = person.account.customerId
      ? ['owner', 'staff']
      : ['operator', 'manager', 'creative_manager', 'production_manager', 'cso', 'admin'];
    return ok({
      person: this.shown(person, you),
      phone: '555 0100 2000',
      timeZone: 'UTC',
      roles,
      isLast,
      operates,
      manages,
      factors,
      orders,
    });
  }

  private shown(stored: Stored, you: string): Member {
    const { operates: _operates, manages: _manages, factors: _factors, orders: _orders, ...person } = stored;
    return { ...person, canApprove: person.canApprove && person.state === 'active', isYou: person.id === you };
  }

  private sharing({ role, account }: Stored): number {
    return this.people.filter((one) => one.role === role && one.account.name === account.name).length;
  }

  private inAccount({ clientId, customerId }: Member['account'], query: URLSearchParams): boolean {
    if (query.has('customerId')) return customerId === query.get('customerId');
    if (query.has('clientId')) return clientId === query.get('clientId') && !customerId;
    return this.role === 'owner' ? customerId === acme : clientId === 'admin';
  }

  private add(added: NewPerson): FakeAnswer {
    if (this.people.some(({ emailAddress }) => emailAddress === added.emailAddress)) {
      return refused(409, 'people.email_taken', 'Somebody with this e-mail address has an account already.');
    }
    const { firstname, lastname, emailAddress, role, jobTitle = '', isApprover = false } = added;
    const id = uuid(600 + this.people.length);
    const open = added.password !== undefined || added.generatePassword;
    const more = {
      emailAddress,
      jobTitle,
      isApprover,
      emailIsVerified: false,
      state: open ? 'active' : 'invited',
    } as const;
    const account = this.role === 'owner' ? acmeFoods : provider;
    this.people.push(member({ id, name: `${firstname} ${lastname}` }, role, { ...more, account }));
    const password = added.generatePassword ? 'aB3dEf6hIj9kLm2nOp5q' : undefined;
    return { json: { success: true, message: 'Done.', data: { id, password } } };
  }

  private work(person: Stored, { as }: { as: 'operator' | 'manager' }): FakeAnswer {
    const name = as === 'operator' ? 'operates' : 'manages';
    const moved = Math.min(movedAtOnce, person[name]);
    person[name] -= moved;
    return { json: { success: true, message: 'Done.', data: { moved, left: person[name] } } };
  }

  private customer({ method, query, body }: FakeRequest, id: string): FakeAnswer {
    if (!id && method === 'POST') {
      const { name, clientId = 'customer', isPayg = false } = JSON.parse(body) as NewCustomer;
      const customer = makeCustomer(uuid(330 + this.customers.length), name, { clientId, isPayg, people: 1 });
      this.customers.push(customer);
      return { json: { success: true, message: 'Done.', data: { id: customer.id, ownerId: uuid(700) } } };
    }
    if (!id) {
      const text = (query.get('search') ?? '').toLowerCase();
      const found = this.customers.filter(
        ({ name, clientId }) =>
          name.toLowerCase().includes(text) && (!query.has('clientId') || query.get('clientId') === clientId),
      );
      const { items, next } = this.page(found, query);
      return ok({ customers: items, next });
    }
    const customer = this.customers.find((one) => one.id === id);
    if (!customer) return unknown;
    if (method === 'PUT') {
      const { company, terms } = JSON.parse(body) as CustomerChange;
      Object.assign(customer, terms, company && { name: company.name });
      return done;
    }
    return ok({ customer, company: noCompany(customer.name), invitations: this.invitations[id] ?? 50 });
  }

  private client({ method, body }: FakeRequest, id: string, sub: string): FakeAnswer {
    if (!id && method === 'POST') {
      const { id: short, name } = JSON.parse(body) as NewClient;
      if (this.clients.some((one) => one.id === short)) {
        return refused(409, 'clients.id_taken', 'There is a client with this short name already.');
      }
      this.clients.push({
        id: short,
        kind: 'reseller',
        name,
        colour: '',
        customers: 0,
        people: 1,
        secondFactor: false,
        createdAt: at(0),
      });
      return { json: { success: true, message: 'Done.', data: { id: short, ownerId: uuid(700) } } };
    }
    if (!id) return ok({ clients: this.clients });
    const client = this.clients.find((one) => one.id === id);
    if (!client) return unknown;
    if (sub === 'second-factor') {
      client.secondFactor = (JSON.parse(body) as Requirement).required;
      return done;
    }
    if (sub === 'brand-files') {
      const { kind } = JSON.parse(body) as BrandUpload;
      const file = { logo: 'a', favicon: 'b', imagePlaceholder: 'c' }[kind].repeat(64);
      return ok({ id: file, path: `/api/brand/files/${file}`, width: 64, height: 64 });
    }
    if (sub === 'branding') {
      const branding = JSON.parse(body) as Branding;
      this.branding[id] = branding;
      Object.assign(client, { name: branding.name, colour: branding.colour });
      return done;
    }
    if (sub === 'hosts') {
      const { hosts } = JSON.parse(body) as HostNames;
      if (hosts.includes('taken.example.com')) {
        return refused(409, 'client.host_taken', 'This host name leads to another client already.');
      }
      this.hosts[id] = hosts;
      return done;
    }
    if (sub === 'sign-up') {
      this.signUp = (JSON.parse(body) as SignUpSwitch).open;
      return done;
    }
    if (method === 'PUT') {
      client.name = (JSON.parse(body) as Company).name;
      return done;
    }
    return ok({
      client,
      company: noCompany(client.name),
      branding: this.branding[id] ?? {
        name: client.name,
        senderName: '',
        colour: client.colour || '#2563eb',
        logo: '',
        favicon: '',
        imagePlaceholder: '',
      },
      hosts: this.hosts[id] ?? [],
      signUp: id === 'customer' && this.signUp,
      invitations: this.invitations[id] ?? 50,
    });
  }
}
