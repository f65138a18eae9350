/** The pages about work that is paid by the hour. They are one chunk, for the reason of accountPages.ts. */
export { default as Payg } from '@/features/payg/PaygPage';
export { default as PaygCustomers } from '@/features/payg/CustomersPage';
export { default as PaygSwitch } from '@/features/membership/plans/SwitchPage';
