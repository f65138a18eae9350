/**
 * The pages of people, customers and clients, and those on which the design service says when it
 * works and what is new. They are one chunk, because pages.ts knows the names of all chunks of
 * pages, which hardly compress.
 */
export { default as AllCustomers } from '@/features/customers/AllCustomersPage';
export { default as Announcements } from '@/features/announcements/AnnouncementsPage';
export { default as Branding } from '@/features/clients/branding/BrandingPage';
export { default as BusinessHours } from '@/features/hours/HoursPage';
export { default as Client } from '@/features/clients/ClientPage';
export { default as Clients } from '@/features/clients/ClientsPage';
export { default as Customer } from '@/features/customers/CustomerPage';
export { default as Everyone } from '@/features/people/EveryonePage';
export { default as NewCustomer } from '@/features/customers/NewCustomerPage';
export { default as Person } from '@/features/people/PersonPage';
export { default as Team } from '@/features/people/TeamPage';
