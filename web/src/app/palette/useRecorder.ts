import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { matchPath, useLocation } from 'react-router';
import { selectCard } from '@/api/board/board';
import { generatedApi } from '@/api/generated';
import { recent } from '@/shared/recent';
import { isAt, type Place } from '../places/places';
import { orderPath } from './entries';

/** Stores which of the places, and which orders, the user opens. */
export function useRecorder(userId: string, places: Place[]): void {
  const { pathname } = useLocation();
  const orderId = matchPath('/orders/detail/:orderId/*', pathname)?.params.orderId ?? '';
  const read = generatedApi.endpoints.order.useQueryState({ orderId }, { skip: !orderId }).data?.data.order;
  const card = useSelector(selectCard(orderId));
  const order = read ?? card;
  const place = places.find((one) => isAt(one, pathname));
  const to = order ? orderPath(order.id) : place?.to;
  const label = order?.orderName ?? place?.label;
  const number = order?.orderId;
  useEffect(() => {
    if (to !== undefined && label !== undefined) recent.add(userId, { to, label, number });
  }, [userId, to, label, number]);
}
