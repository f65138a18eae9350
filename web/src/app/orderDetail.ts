import { lazyPage } from './lazyPage';

export const Proof = lazyPage(() => import('@/features/proof/ProofPage'));
/** Users often open this page from the board, so it is prefetched there. */
export const OrderDetail = lazyPage(() => import('@/features/order/OrderPage'), { next: () => Proof });
