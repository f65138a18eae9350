import type { ComponentType } from 'react';

/*
 * Loads each page but the board. It is a chunk of its own, because it
 * knows the names of most other chunks, which hardly compress.
 */

/** Returns what loads one page of a chunk with several. */
const pageOf =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>) =>
  (name: Name) =>
  async () => ({ default: (await load())[name] });

export const AdminSignIn = () => import('@/features/signin/AdminSignIn');
export const Archive = () => import('@/features/list/ArchivePage');
export const Audit = () => import('@/features/audit/AuditPage');
export const Autopsy = () => import('@/features/operations/AutopsyPage');
export const Catalogue = () => import('@/features/catalogue/CataloguePage');
export const Compare = () => import('@/features/proof/compare/ComparePage');
export const CustomerSignIn = () => import('@/features/signin/CustomerSignIn');
export const Customers = () => import('@/features/customers/CustomersPage');
export const Developers = () => import('@/features/developers/DevelopersPage');
export const Guest = () => import('@/features/proof/guest/GuestPage');
export const History = () => import('@/features/history/HistoryPage');
export const Images = () => import('@/features/images/ImagesPage');
export const Import = () => import('@/features/imports/ImportPage');
export const Impersonate = () => import('@/features/signin/ImpersonatePage');
export const Membership = () => import('@/features/membership/ServicePage');
export const NewOrder = () => import('@/features/create/CreatePage');
export const Operations = () => import('@/features/operations/OperationsPage');
export const Order = () => import('@/features/order/OrderPage');
export const OrderList = () => import('@/features/list/ListPage');
export const Package = () => import('@/features/membership/plans/PackagePage');
export const Profile = () => import('@/features/profile/ProfilePage');
export const Proof = () => import('@/features/proof/ProofPage');
export const Settings = () => import('@/features/settings/SettingsPage');
export const SignOut = () => import('@/features/signin/SignOut');
export const Work = () => import('@/features/work/WorkPage');

const entryPage = pageOf(() => import('./entryPages'));
export const ConfirmEmail = entryPage('ConfirmEmail');
export const EmailVerification = entryPage('EmailVerification');
export const ForgotPassword = entryPage('ForgotPassword');
export const Invitation = entryPage('Invitation');
export const KnowBrowser = entryPage('KnowBrowser');
export const NotSupported = entryPage('NotSupported');
export const ResetPassword = entryPage('ResetPassword');

const newAccountPage = pageOf(() => import('./newAccountPages'));
export const Setup = newAccountPage('Setup');
export const SignUp = newAccountPage('SignUp');

const billingPage = pageOf(() => import('./billingPages'));
export const Invoice = billingPage('Invoice');
export const Invoices = billingPage('Invoices');
export const Payment = billingPage('Payment');
export const PaymentMethods = billingPage('PaymentMethods');
export const Payments = billingPage('Payments');

const cartPage = pageOf(() => import('./cartPages'));
export const Cart = cartPage('Cart');
export const Process = cartPage('Process');
export const Retail = cartPage('Retail');

const paygPage = pageOf(() => import('./paygPages'));
export const Payg = paygPage('Payg');
export const PaygCustomers = paygPage('PaygCustomers');
export const PaygSwitch = paygPage('PaygSwitch');

const reportPage = pageOf(() => import('./reportPages'));
export const OperatorReport = reportPage('OperatorReport');
export const OrderReport = reportPage('OrderReport');

const sellingPage = pageOf(() => import('./sellingPages'));
export const Plans = sellingPage('Plans');
export const SoldInvoices = sellingPage('SoldInvoices');

const approvalPage = pageOf(() => import('./approvalPages'));
export const Workflow = approvalPage('Workflow');
export const Workflows = approvalPage('Workflows');

const webhookPage = pageOf(() => import('./webhookPages'));
export const Webhook = webhookPage('Webhook');
export const Webhooks = webhookPage('Webhooks');

const accountPage = pageOf(() => import('./accountPages'));
export const AllCustomers = accountPage('AllCustomers');
export const Announcements = accountPage('Announcements');
export const Branding = accountPage('Branding');
export const BusinessHours = accountPage('BusinessHours');
export const Client = accountPage('Client');
export const Clients = accountPage('Clients');
export const Customer = accountPage('Customer');
export const Everyone = accountPage('Everyone');
export const NewCustomer = accountPage('NewCustomer');
export const Person = accountPage('Person');
export const Team = accountPage('Team');
