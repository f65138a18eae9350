import { page } from './page';

export const Proof = page('Proof');
/** Users often open this page from the board, so it is prefetched there. */
export const OrderDetail = page('Order', { next: () => Proof });
