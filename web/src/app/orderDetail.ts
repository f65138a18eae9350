import { lazyPage } from './lazyPage';

export const Proof = lazyPage(async () => (await import('./pages')).Proof());
/** Users often open this page from the board, so it is prefetched there. */
export const OrderDetail = lazyPage(async () => (await import('./pages')).Order(), { next: () => Proof });
