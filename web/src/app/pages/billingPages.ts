/** The pages of what an account pays. They are one chunk, for the reason of accountPages.ts. */
export { default as Invoice } from '@/features/billing/InvoicePage';
export { default as Invoices } from '@/features/billing/InvoicesPage';
export { default as Payment } from '@/features/billing/PaymentPage';
export { default as PaymentMethods } from '@/features/payment/PaymentMethodsPage';
export { default as Payments } from '@/features/billing/PaymentsPage';
