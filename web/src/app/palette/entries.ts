import type { Card } from '@/api/generated';
import type { IconName, Shortcut } from '@/ui';
import type { Place } from '../places/places';

/** What the palette shows of an order. */
export type KnownOrder = Pick<Card, 'id' | 'orderId' | 'orderName' | 'version'> &
  Partial<Pick<Card, 'client' | 'company' | 'serviceName' | 'status' | 'archived'>>;

/** A line of the palette: a page or an order to go to, or an action to run. */
export type Entry = {
  id: string;
  label: string;
  icon: IconName;
  /** Other words that find it. */
  words?: string;
  keys?: string;
  order?: KnownOrder;
} & ({ to: string; run?: undefined } | { run: () => void; to?: undefined });

export type Section = { name: string; entries: Entry[] };

export const orderPath = (id: string) => `/orders/detail/${id}`;

export const orderEntry = (order: KnownOrder): Entry => ({
  id: order.id,
  label: order.orderName,
  icon: 'file',
  order,
  to: orderPath(order.id),
});

/** What people look for that the label of a place does not say, by its address. */
const otherWords: Record<string, string> = {
  '/': 'kanban cards',
  '/order-list': 'list table',
  '/archived-order': 'old finished',
  '/my-images': 'gallery pictures proofs files',
  '/retail': 'packs hours storage buy add-ons',
  '/people': 'staff users operators managers',
  '/clients': 'resellers',
  '/customers': 'accounts companies',
  '/catalogue': 'services packages categories',
  '/branding': 'logo colours theme white-label',
  '/business-hours': 'opening times holidays',
  '/announcements': 'news banner message',
  '/plans': 'prices subscriptions packs',
  '/invoices': 'billing overdue credit notes',
  '/billing/invoices': 'billing',
  '/billing/payments': 'billing receipts',
  '/billing/payment-methods': 'billing credit cards',
  '/membership/service': 'plan subscription upgrade downgrade leave cancel',
  '/reporting/order': 'statistics figures charts',
  '/reporting/operator': 'statistics figures charts working time',
  '/audit': 'history events log certificates',
  '/operations': 'health rebuild projections errors',
  '/team-members': 'people users invite colleagues',
  '/profile': 'name password picture avatar company address',
  '/settings': 'notifications sessions security second factor tokens density delete account',
  '/workflow-and-roles': 'approval reviewers steps',
  '/webhooks': 'endpoints api integrations',
  '/import': 'csv move in upload orders',
};

/** Returns the line of a place. It shows only keys that work here. */
export const placeEntry = ({ to, label, icon, keys }: Place, works: (keys: string) => boolean): Entry => ({
  id: `place ${to}`,
  label,
  icon,
  words: otherWords[to],
  to,
  keys: keys && works(keys) ? keys : undefined,
});

/** Returns the actions that can run, by their groups. An action with several keys is there once, with the first. */
export function actionSections(actions: Shortcut[]): Section[] {
  const sections = new Map<string, Entry[]>();
  const known = new Set<string>();
  for (const { what, group, keys, icon = 'arrowRight', run } of actions) {
    const id = `action ${group} ${what}`;
    if (!run || known.has(id)) continue;
    known.add(id);
    const entries = sections.get(group) ?? [];
    entries.push({ id, label: what, icon, keys, run });
    sections.set(group, entries);
  }
  return [...sections].map(([name, entries]) => ({ name, entries }));
}
