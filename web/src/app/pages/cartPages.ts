/** The pages of what an account buys beside its plan. They are one chunk, for the reason of accountPages.ts. */
export { default as Cart } from '@/features/cart/CartPage';
export { default as Process } from '@/features/cart/ProcessPage';
export { default as Retail } from '@/features/cart/RetailPage';
