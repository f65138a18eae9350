import type { Profile } from '@/api/generated';
import { hasImages, type View } from '@/api/session/session';
import { seesWorkflows } from '@/shared/approvals/access';
import { closedShop, mayBuy } from '@/shared/cart/buying';
import { seesWebhooks } from '@/shared/webhooks/access';
import { importsForOthers, mayImport } from '@/shared/importing/access';
import type { IconName } from '@/ui';

/** A page to go to. */
export type Place = {
  to: string;
  label: string;
  icon: IconName;
  /** The keys that go there. */
  keys?: string;
  /** Set for a page that has pages below it. */
  end?: false;
  /** Why nobody can go there now. The place stays visible. */
  disabled?: string;
};

export type PlaceGroup = { name: string; places: Place[] };

/** A user has a place if they may read what it needs, and `when` holds. */
type Conditional = Omit<Place, 'disabled'> & {
  ability?: string;
  when?: (me: Profile, view: View) => boolean;
  whyNot?: (me: Profile) => string | undefined;
};

/** The group of the user menu. All others are in the sidebar. */
export const account = 'Account';

const branding: Conditional = { to: '/branding', label: 'Branding', icon: 'image' };
const plans: Conditional = { to: '/plans', label: 'Plans', icon: 'tag' };
const sold: Conditional = { to: '/invoices', label: 'Invoices', icon: 'receipt' };
const retail: Conditional = { to: '/retail', label: 'Extra Resources', icon: 'cart', whyNot: closedShop };
const payg: Conditional = { to: '/payg', label: 'Pay as you Go', icon: 'clock', ability: 'payg-cart', end: false };
const orderReport = { to: '/reporting/order', icon: 'chart' } as const;
const operatorReport: Conditional = { to: '/reporting/operator', label: 'Operator Reporting', icon: 'users' };
const clients = 'manage-clients';
const moving: Conditional = { to: '/import', label: 'Import', icon: 'upload' };
const membership = 'nav-manage-membership';

/** Reports whether a user runs a reseller: its brand, its plans and its invoices. */
const runsReseller = ({ isClientType, role, viewOnly }: Profile) => isClientType && role === 'owner' && !viewOnly;

/** Reports whether an account pays by the hour, or could without giving up a plan that it pays for. */
const mayPayByTheHour = ({ isClientType, isPayg, membership }: Profile) =>
  !isClientType && (isPayg === true || (membership?.type === 'free' && membership.state !== 'none'));

/** All groups, with the view that has them. Without one, both have. */
const groups: { name: string; view?: View; places: Conditional[] }[] = [
  {
    name: 'Orders',
    view: 'customer',
    places: [
      { to: '/work', label: 'My work', icon: 'check', keys: 'G M' },
      { to: '/', label: 'Board', icon: 'board', keys: 'G B' },
      { to: '/order-list', label: 'Orders', icon: 'list', keys: 'G L' },
      { to: '/archived-order', label: 'Archived orders', icon: 'archive' },
      { to: '/my-images', label: 'My Images', icon: 'image', when: hasImages },
      { ...retail, when: mayBuy },
    ],
  },
  {
    name: 'People',
    view: 'customer',
    places: [
      { to: '/people', label: 'People', icon: 'user', ability: 'manage-users' },
      { to: '/clients', label: 'Clients', icon: 'building', ability: clients, end: false },
      { to: '/customers', label: 'Customers', icon: 'users', ability: clients },
      {
        to: '/payg/list',
        label: 'Pay as you Go Customer Info',
        icon: 'clock',
        ability: 'nav-payg-customer-info',
      },
      { ...moving, ability: 'manage-users' },
    ],
  },
  {
    name: 'Service',
    view: 'customer',
    places: [
      { to: '/catalogue', label: 'Catalogue', icon: 'file', ability: 'manage-plans' },
      { ...branding, ability: clients },
      { to: '/business-hours', label: 'Business hours', icon: 'clock', ability: 'manage-business-hours' },
      { to: '/announcements', label: 'Announcements', icon: 'bell', ability: 'manage-announcements' },
    ],
  },
  {
    name: 'Selling',
    view: 'customer',
    places: [
      { ...plans, ability: 'manage-plans' },
      { ...sold, ability: 'manage-plans' },
    ],
  },
  {
    name: 'Oversight',
    view: 'customer',
    places: [
      { ...orderReport, label: 'Reporting', ability: 'nav-user-reporting' },
      { ...operatorReport, ability: 'nav-user-reporting' },
      { ...operatorReport, when: ({ role }) => role === 'operator' },
      { to: '/audit', label: 'Audit', icon: 'history', ability: 'audit', end: false },
      { to: '/operations', label: 'Operations', icon: 'pulse', ability: 'operations', end: false },
    ],
  },
  {
    // The business of a reseller, or of one of its customers (D-49).
    name: 'Business',
    view: 'client',
    places: [
      { to: '/', label: 'Customers', icon: 'users', when: ({ isClientType }) => isClientType },
      { to: '/team-members', label: 'Team', icon: 'user', ability: 'manage-team', end: false },
      {
        to: '/membership/service',
        label: 'Membership',
        icon: 'star',
        ability: membership,
        when: ({ isClientType }) => !isClientType,
      },
      { ...retail, when: (me) => !me.isClientType && mayBuy(me) },
      { to: '/profile', label: 'Company profile', icon: 'building', when: ({ isClientType }) => !isClientType },
      { ...plans, when: runsReseller },
      { ...sold, when: runsReseller },
      {
        ...sold,
        to: '/billing/invoices',
        ability: 'billing-info',
        when: ({ isClientType }) => !isClientType,
        end: false,
      },
      { ...branding, when: runsReseller },
      { ...moving, when: runsReseller },
    ],
  },
  {
    // Settings need no ability, because everybody has sessions to end (D-47).
    name: account,
    places: [
      { to: '/profile', label: 'Manage Profile', icon: 'user', ability: 'nav-manage-profile' },
      {
        to: '/team-members',
        label: 'Manage Team Member',
        icon: 'users',
        ability: 'nav-team-member',
        when: (_, view) => view === 'customer', // Teams are managed in the customer view only (SH-188).
      },
      {
        to: '/membership/service',
        label: 'Membership & Additional Resources',
        icon: 'star',
        ability: membership,
        // Those who pay for a plan, and everybody in the client view (SH-186).
        when: (me, view) => view === 'client' || (me.isSubscriber === true && me.membership?.type !== 'free'),
      },
      { ...payg, when: mayPayByTheHour },
      {
        to: '/billing/payments',
        label: 'Manage Payment/Invoices',
        icon: 'card',
        ability: 'nav-payment',
        // In the client view, and for subscribers (SH-187). The people of a reseller have no account that
        // pays, so its owner comes to the invoices of its customers.
        when: (me, view) => (view === 'client' ? !me.isClientType || runsReseller(me) : me.isSubscriber === true),
      },
      {
        to: '/billing/payment-methods',
        label: 'Payment Methods',
        icon: 'card',
        ability: 'nav-payment',
        when: (me, view) => !me.isClientType && (view === 'client' || me.isSubscriber === true),
      },
      // The account's own figures. The provider's people have theirs in the sidebar (SH-182, SH-183).
      { ...orderReport, label: 'Order Reporting', ability: 'nav-customer-reporting' },
      { to: '/workflow-and-roles', label: 'Workflow and Roles', icon: 'check', when: seesWorkflows, end: false },
      { to: '/webhooks', label: 'Webhooks', icon: 'arrowRight', when: seesWebhooks, end: false },
      // Admins and resellers have it in the sidebar.
      { ...moving, when: (me, view) => view === 'customer' && mayImport(me) && !importsForOthers(me) },
      { to: '/settings', label: 'General Settings', icon: 'settings' },
    ],
  },
];

/** Returns the groups of places that a user has in a view. */
export function placesOf(me: Profile, view: View): PlaceGroup[] {
  const has = ({ ability, when }: Conditional) =>
    (!ability || me.abilities[ability]?.includes('read')) && (!when || when(me, view));
  return groups
    .filter((group) => !group.view || group.view === view)
    .map(({ name, places }) => ({
      name,
      places: places.filter(has).map(({ whyNot, ...place }) => ({ ...place, disabled: whyNot?.(me) })),
    }))
    .filter(({ places }) => places.length > 0);
}

/** Reports whether an address is that of a place, or of a page below it. */
export function isAt({ to, end }: Place, pathname: string): boolean {
  return pathname === to || (end === false && pathname.startsWith(`${to}/`));
}
