import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ApiState } from '../state';
import { type BoardState, dropCard, showCard } from '../board/board';
import type { Card } from '../generated';
import { positionSeen } from '../request/position';
import type { LiveMessage, Say } from './realtime';
import { tags } from '../request/base';
import { conversation, invalidate } from './tags';

type Dispatch = ThunkDispatch<ApiState & BoardState, unknown, UnknownAction>;
type Listener = (message: LiveMessage) => void;

const listeners = new Set<Listener>();

/**
 * Subscribes a feature, such as the proof screen or toasts, to live messages. The returned function
 * unsubscribes it.
 */
export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let sender: Say = () => undefined;

/** Sends a message to the server over the socket, if there is one. */
export const sayLive: Say = (event, data) => sender(event, data);

export function setSender(say: Say): void {
  sender = say;
}

function field(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null && name in data
    ? (data as Record<string, unknown>)[name]
    : undefined;
}

function text(data: unknown, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = field(data, name);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function isCard(value: unknown): value is Card {
  return typeof field(value, 'id') === 'string' && typeof field(value, 'orderStateStatus') === 'string';
}

/** Returns the changed card in `reload-order` and `reload-single-column` (D-35). */
function cardIn(data: unknown): Card | undefined {
  return [field(data, 'card'), field(data, 'order'), data].find(isCard);
}

type Stale = Parameters<typeof invalidate>[0];

function staleAfter({ event, data }: LiveMessage): Stale {
  const id = text(data, 'orderId', 'id') ?? cardIn(data)?.id;
  const attachmentId = text(data, 'attachmentId');
  const ofOrder: Stale = id
    ? [
        { type: 'Order', id },
        { type: 'Timeline', id },
        { type: 'History', id },
      ]
    : ['Order', 'Timeline'];
  switch (event) {
    case 'reload-order':
    case 'reload-single-column':
      return [
        ...ofOrder,
        'Orders',
        ...(cardIn(data) ? [] : (['Board'] as const)),
        ...(text(data, 'type')?.startsWith('order.work_') ? (['WorkingTime'] as const) : []),
      ];
    case 'notify-card-working-time-stopped':
      return [...ofOrder, 'WorkingTime'];
    case 'order-deleted':
      return ['Orders', 'Messages', ...ofOrder];
    case 'reload-order-list':
      return ['Orders', 'Board'];
    case 'reload-client-board':
      return ['ClientBoard'];
    case 'reload-sidebar':
      return ['Sidebar'];
    case 'reload-officehour':
    case 'reload-business-hours':
      return ['BusinessHours'];
    case 'reload-announcements':
      return ['Announcements'];
    case 'reload-conversation':
      return conversation(id ?? '');
    case 'reload-timeline':
      return ofOrder;
    case 'reload-version-list':
    case 'reload-version':
      return [...ofOrder, attachmentId ? { type: 'Proof', id: attachmentId } : 'Proof'];
    case 'fetch-messages':
    case 'notify-sidebar':
      return ['Messages', 'Profile'];
    case 'reload-billing':
      return ['Membership', 'Invoices', 'Payments', 'PaymentMethods', 'Plans'];
    case 'reload-profile':
      // The local times of the business hours are in the profile's time zone.
      return ['Profile', 'NotificationSettings', 'Company', 'Sessions', 'Factors', 'BusinessHours', 'Membership'];
    default:
      return [];
  }
}

/**
 * Applies a live message: it patches the board, refetches the other data the message names, and
 * calls the listeners.
 */
export function applyLive(message: LiveMessage) {
  return (dispatch: Dispatch): void => {
    if (message.position) dispatch(positionSeen(message.position));
    const card = cardIn(message.data);
    if (message.event === 'order-deleted') {
      const id = text(message.data, 'orderId', 'id');
      if (id) dispatch(dropCard(id));
    } else if (card) {
      dispatch(showCard(card));
    }
    const stale = staleAfter(message);
    if (stale.length > 0) dispatch(invalidate(stale));
    for (const listener of listeners) listener(message);
  };
}

/**
 * Refetches everything. After a lost connection all data on the screen may be out of date (D-35).
 */
export const refetchAll = () => invalidate([...tags]);
