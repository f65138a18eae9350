import { lazyPage } from './lazyPage';

export const Proof = lazyPage(() => import('@/features/proof/ProofPage'));
/** Where people go from the board, so it is fetched ahead there. */
export const OrderDetail = lazyPage(() => import('@/features/order/OrderPage'), { next: () => Proof });
