import type { CatalogueService, NewOrder, Order, OrderDetails, Profile } from '@/api/generated';
import { dayOf, endOfDay } from '@/lib/format/dates';
import { linksIn } from '@/lib/links';
import { changedDetails, type Details, detailsOf, usualDetails } from '@/shared/view/details';

/** The content of the form. Dates are days, references are lines. */
export type Fields = Details & {
  name: string;
  category: string | null;
  service: string | null;
  customer: string | null;
  due: string;
  brief: string;
  references: string;
  payg: boolean;
};

export const empty: Fields = {
  name: '',
  category: null,
  service: null,
  customer: null,
  due: '',
  ...usualDetails,
  brief: '',
  references: '',
  payg: false,
};

/** A draft needs a name. It has this one until the user types another. */
export const untitled = 'Untitled order';

/** Returns the form for an existing order, to continue it or to clone it. */
export function fieldsOf(order: Order, services: CatalogueService[]): Fields {
  return {
    name: order.orderName === untitled ? '' : order.orderName,
    category: services.find(({ id }) => id === order.serviceId)?.categoryId ?? null,
    service: order.serviceId ?? null,
    customer: null,
    due: dayOf(order.dueDate),
    ...detailsOf(order),
    brief: order.brief,
    references: order.references.join('\n'),
    payg: order.payg,
  };
}

/**
 * Returns the service of an order if it is no longer offered. The order keeps it; a clone needs
 * another one.
 */
export function retiredOf(order: Order, services: CatalogueService[]): CatalogueService | undefined {
  if (!order.serviceId || services.some(({ id }) => id === order.serviceId)) return undefined;
  return {
    id: order.serviceId,
    name: order.serviceName,
    categoryId: '',
    promisedStart: order.promisedStart ?? 0,
    allocated: order.workTime.allocated ?? 0,
    place: 0,
    retired: true,
  };
}

/** Reports whether a user orders for customers instead of their own account. */
export const ordersForOthers = ({ role, isClientType }: Profile): boolean =>
  (role !== 'owner' && role !== 'staff') || isClientType;

/** Returns the first save of a draft. */
export function newOrder(fields: Fields): NewOrder {
  return {
    orderName: fields.name.trim() || untitled,
    serviceId: fields.service ?? undefined,
    customerId: fields.customer ?? undefined,
    dueDate: endOfDay(fields.due),
    ...detailsOf(fields),
    brief: fields.brief || undefined,
    references: linksIn(fields.references).links,
    payg: fields.payg || undefined,
  };
}

/** Returns the changes since the last save that can be sent, or null when there are none. */
export function changes(saved: Fields, now: Fields): OrderDetails | null {
  const change: OrderDetails = changedDetails(saved, now);
  const name = now.name.trim();
  if (name !== saved.name.trim()) change.orderName = name || untitled;
  if (now.service !== saved.service && now.service) change.serviceId = now.service;
  if (now.due !== saved.due) change.dueDate = endOfDay(now.due) ?? null;
  if (now.brief !== saved.brief) change.brief = now.brief;
  if (now.payg !== saved.payg) change.payg = now.payg;
  const links = linksIn(now.references).links;
  if (links.join('\n') !== linksIn(saved.references).links.join('\n')) change.references = links;
  return Object.keys(change).length > 0 ? change : null;
}
