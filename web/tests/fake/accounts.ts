import type {
  Branding,
  ClientAccount,
  CustomerAccount,
  Member,
  NewPerson,
  PersonDetail,
  Role,
} from '@/api/generated/people';
import { type Calls, find, following, matches, refuse } from './calls';
import { at, makeProfile, people, uuid } from './data';
import { type Part, sample } from './openapi';

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
const label = (role: Role) => labels[role] ?? role;

type Stored = Member & Pick<PersonDetail, 'operates' | 'manages' | 'factors' | 'orders'>;

function member(who: { id: string; name: string }, role: Role, more: Partial<Stored>): Stored {
  const [firstname = '', lastname = ''] = who.name.split(' ');
  const { operates = 0, manages = 0, factors = 0, orders, ...person } = more;
  const stated = {
    id: who.id,
    firstname,
    lastname,
    emailAddress: `${firstname.toLowerCase()}@acme.test`,
    role,
    roleLabel: label(role),
    state: 'active' as const,
    isApprover: role === 'owner',
    canApprove: role === 'owner' || role === 'staff',
    emailIsVerified: true,
    account: acmeFoods,
    invitedAt: at(-30),
    joinedAt: at(-29),
    ...person,
  };
  return { ...sample<Member>('Member', stated), operates, manages, factors, orders };
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

const makeCustomer = (id: string, name: string, more: Part<CustomerAccount> = {}): CustomerAccount =>
  sample('CustomerAccount', {
    id,
    clientId: 'customer',
    clientName: 'Northlight Studio',
    name,
    packageId: uuid(501),
    packageName: 'Starter',
    maximumActiveOrder: 4,
    storage: 10 * 1024 ** 3,
    people: 2,
    createdAt: at(-200),
    ...more,
  });

const makeClient = (id: string, kind: ClientAccount['kind'], name: string, more: Part<ClientAccount>): ClientAccount =>
  sample('ClientAccount', { id, kind, name, colour: '#2563eb', createdAt: at(-400), ...more });

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
  clients = [
    makeClient('admin', 'provider', 'Northlight Studio', { people: 3 }),
    makeClient('customer', 'direct', 'Northlight Studio', { customers: 2 }),
    makeClient('brightside', 'reseller', 'Brightside Agency', { colour: '#0f766e', customers: 1, people: 2 }),
  ];
  /** How many invitations a day accounts may send. */
  invitations: Record<string, number> = {};
  /** What was saved of the clients, by their id. */
  branding: Record<string, Branding> = {};
  hosts: Record<string, string[]> = {};
  signUp = false;

  constructor(private readonly role: Role) {}

  readonly calls: Calls = {
    limitInvitations: ({ invitationLimit: { clientId, customerId, most } }) => {
      this.invitations[customerId ?? clientId] = most;
    },
    listPeople: ({ search, state, role, after, ...whose }) => {
      const found = this.people.filter(
        (one) =>
          this.inAccount(one.account, whose) &&
          matches(search, one.firstname, one.lastname, one.emailAddress) &&
          (state === undefined || one.state === state) &&
          (role === undefined || one.role === role),
      );
      const { items, next } = following(found, after);
      return { data: { people: items.map((person) => this.shown(person)), next } };
    },
    addPerson: ({ newPerson }) => this.add(newPerson),
    person: ({ personId }) => this.detail(find(this.people, personId)),
    changePerson: ({ personId, personChange: { active, role, ...change } }) => {
      const person = Object.assign(find(this.people, personId), change);
      if (active !== undefined) person.state = active ? 'active' : 'deactivated';
      if (role) Object.assign(person, { role, roleLabel: label(role) });
    },
    removePerson: ({ personId }) => {
      this.people = this.people.filter(({ id }) => id !== personId);
    },
    renewInvitation: ({ personId }) => {
      find(this.people, personId).invitedAt = at(0);
    },
    copyInvitation: ({ personId }) => {
      find(this.people, personId).invitedAt = at(0);
      return { data: { url: 'https://desk.test/invitation#token=new', expiresAt: at(-72 * 60) } };
    },
    resetFactors: ({ personId }) => {
      find(this.people, personId).factors = 0;
    },
    setNewOrders: ({ personId, newOrders }) => void Object.assign(find(this.people, personId), newOrders),
    impersonate: () => ({ data: { url: `${impersonation}#token=link` } }),
    moveWork: ({ personId, workMove: { as } }) => {
      const person = find(this.people, personId);
      const name = as === 'operator' ? 'operates' : 'manages';
      const moved = Math.min(movedAtOnce, person[name]);
      person[name] -= moved;
      return { data: { moved, left: person[name] } };
    },
    listCustomers: ({ search, clientId, after }) => {
      const of = this.customers.filter((one) => matches(search, one.name) && (!clientId || one.clientId === clientId));
      const { items, next } = following(of, after);
      return { data: { customers: items, next } };
    },
    createCustomer: ({ newCustomer: { name, clientId, isPayg } }) => {
      const customer = makeCustomer(uuid(330 + this.customers.length), name, {
        ...(clientId && { clientId }),
        isPayg,
        people: 1,
      });
      this.customers.push(customer);
      return { data: { id: customer.id, ownerId: uuid(700) } };
    },
    customerAccount: ({ customerId }) => {
      const customer = find(this.customers, customerId);
      const invitations = this.invitations[customerId] ?? 50;
      return { data: { customer, company: { name: customer.name }, invitations } };
    },
    changeCustomer: ({ customerId, customerChange: { company, terms } }) =>
      void Object.assign(find(this.customers, customerId), terms, company && { name: company.name }),
    listClients: () => ({ data: { clients: this.clients } }),
    createClient: ({ newClient: { id, name } }) => {
      if (this.clients.some((one) => one.id === id)) {
        refuse(409, 'clients.id_taken', 'There is a client with this short name already.');
      }
      this.clients.push(makeClient(id, 'reseller', name, { colour: '', people: 1, createdAt: at(0) }));
      return { data: { id, ownerId: uuid(700) } };
    },
    clientAccount: ({ clientId: id }) => {
      const client = find(this.clients, id);
      const { name, colour } = client;
      const branding = this.branding[id] ?? { name, colour: colour || '#2563eb' };
      const signUp = id === 'customer' && this.signUp;
      const invitations = this.invitations[id] ?? 50;
      return { data: { client, company: { name }, branding, hosts: this.hosts[id], signUp, invitations } };
    },
    changeClient: ({ clientId, company: { name } }) => void Object.assign(find(this.clients, clientId), { name }),
    requireSecondFactor: ({ clientId, requirement: { required: secondFactor } }) =>
      void Object.assign(find(this.clients, clientId), { secondFactor }),
    uploadBrandFile: ({ brandUpload: { kind } }) => {
      const id = { logo: 'a', favicon: 'b', imagePlaceholder: 'c' }[kind].repeat(64);
      return { data: { id, path: `/api/brand/files/${id}`, width: 64, height: 64 } };
    },
    changeBranding: ({ clientId, branding }) => {
      this.branding[clientId] = branding;
      Object.assign(find(this.clients, clientId), { name: branding.name, colour: branding.colour });
    },
    setHosts: ({ clientId, hostNames: { hosts } }) => {
      if (hosts.includes('taken.example.com')) {
        refuse(409, 'client.host_taken', 'This host name leads to another client already.');
      }
      this.hosts[clientId] = hosts;
    },
    switchSignUp: ({ signUpSwitch: { open } }) => {
      this.signUp = open;
    },
  };

  private detail(person: Stored) {
    const { operates, manages, factors, orders, role, account } = person;
    const sharing = this.people.filter((one) => one.role === role && one.account.name === account.name);
    const roles: Role[] = account.customerId
      ? ['owner', 'staff']
      : ['operator', 'manager', 'creative_manager', 'production_manager', 'cso', 'admin'];
    const isLast = (role === 'owner' || role === 'admin') && sharing.length === 1;
    const more = { phone: '555 0100 2000', timeZone: 'UTC', roles, isLast, operates, manages, factors, orders };
    return { data: { person: this.shown(person), ...more } };
  }

  private shown(stored: Stored): Member {
    const { operates: _operates, manages: _manages, factors: _factors, orders: _orders, ...person } = stored;
    const isYou = person.id === makeProfile(this.role).id;
    return { ...person, canApprove: person.canApprove && person.state === 'active', isYou };
  }

  private inAccount(of: Member['account'], whose: { everyone?: boolean; customerId?: string; clientId?: string }) {
    if (whose.everyone) return true;
    if (whose.customerId) return of.customerId === whose.customerId;
    if (whose.clientId) return of.clientId === whose.clientId && !of.customerId;
    return this.role === 'owner' ? of.customerId === acme : of.clientId === 'admin';
  }

  private add({ firstname, lastname, emailAddress, role, jobTitle, isApprover, ...added }: NewPerson) {
    if (this.people.some((one) => one.emailAddress === emailAddress)) {
      refuse(409, 'people.email_taken', 'Somebody with this e-mail address has an account already.');
    }
    const id = uuid(600 + this.people.length);
    const state = added.password !== undefined || added.generatePassword ? 'active' : 'invited';
    const account = this.role === 'owner' ? acmeFoods : provider;
    const more = { emailAddress, jobTitle, isApprover: isApprover === true, emailIsVerified: false, state } as const;
    this.people.push(member({ id, name: `${firstname} ${lastname}` }, role, { ...more, account }));
    return { data: { id, password: added.generatePassword ? 'aB3dEf6hIj9kLm2nOp5q' : undefined } };
  }
}
