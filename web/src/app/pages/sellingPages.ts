/** The pages of those who sell plans. They are one chunk, for the reason of accountPages.ts. */
export { default as Plans } from '@/features/selling/PlansPage';
export { default as SoldInvoices } from '@/features/selling/SoldInvoicesPage';
