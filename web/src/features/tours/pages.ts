import type { Profile } from '@/api/generated';
import type { View } from '@/api/session/session';
import { type TourKey, tourKeys } from '@/api/shell';

/** For whom a tour is. */
export type Viewer = { me: Profile; view: View };

type Place = {
  /** The page that offers the tour. */
  path: string;
  /** Set if the tour is about what every page has, and so can start on every page. */
  everywhere?: boolean;
  may?: (viewer: Viewer) => boolean;
};

export const can =
  (ability: string, action = 'read') =>
  ({ me }: Viewer): boolean =>
    me.abilities[ability]?.includes(action) ?? false;

/** Admins place no orders, so their tours leave that out (BD-400). */
export const placesOrders = ({ me }: Viewer): boolean => me.role !== 'admin';

const newOrder: Place = {
  path: '/orders/new',
  may: (viewer) => placesOrders(viewer) && can('create-order', 'create')(viewer),
};
const team: Place = {
  path: '/team-members',
  may: (viewer) => can('manage-team', 'update')(viewer) || can('manage-users', 'update')(viewer),
};

/** The people of a reseller have no account that pays, so the billing pages send them away. */
const paysBills = (viewer: Viewer): boolean => !viewer.me.isClientType && can('billing-info')(viewer);

/** The page of each tour, and who may open it. Nobody else is offered the tour. */
const places: Record<TourKey, Place> = {
  // In the client view of a reseller's customer there is no dashboard.
  dashboard: { path: '/', may: ({ me, view }) => view === 'customer' || me.isClientType },
  userMenu: { path: '/', everywhere: true },
  manageProfile: { path: '/profile', may: can('nav-manage-profile') },
  manageInvoice: { path: '/billing/invoices', may: paysBills },
  teamMember: team,
  generalSettings: { path: '/settings' },
  createNewOrder: newOrder,
  createTeamMember: team,
  managePayment: { path: '/billing/payments', may: (viewer) => paysBills(viewer) && can('nav-payment')(viewer) },
  addNewPaymentMethod: { path: '/billing/payment-methods', may: paysBills },
  deleteAccount: { path: '/settings', may: can('delete-account', 'create') },
  selectService: newOrder,
};

/** Reports whether the user has tours. An admin who acts as somebody answers no offers in their name. */
export const hasTours = (me: Profile): boolean => can('tour-guide')({ me, view: 'customer' }) && !me.impersonation;

/** Returns the tours whose pages the user can open. */
export function toursOf(viewer: Viewer): TourKey[] {
  if (!hasTours(viewer.me)) return [];
  return tourKeys.filter((key) => places[key].may?.(viewer) ?? true);
}

/** Reports whether a tour has been neither finished nor skipped. */
export const isNew = (me: Profile, key: TourKey): boolean => me[`${key}TourGuide`];

/** Returns the page on which a tour starts if it does not start on every page. */
export function pathOf(key: TourKey): string | undefined {
  const place = places[key];
  return place.everywhere ? undefined : place.path;
}

/** Returns the tour that a page offers: the first one that is new. */
export function offeredOn(viewer: Viewer, pathname: string): TourKey | undefined {
  return toursOf(viewer).find((key) => places[key].path === pathname && isNew(viewer.me, key));
}
