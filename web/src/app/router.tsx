import type { ComponentType } from 'react';
import { Navigate, type RouteObject, useLocation, useRoutes } from 'react-router';
import { CrashBoundary } from './ErrorScreen';
import { ClearHistory, RequireSession } from './guards';
import { Home } from './Home';
import { lazyPage } from './lazyPage';
import { Live } from './Live';
import { OrderDetail, Proof } from './orderDetail';
import { Shell } from './shell/Shell';

const OrderList = lazyPage(() => import('@/features/list/ListPage'));
const Archive = lazyPage(() => import('@/features/list/ArchivePage'));
const NewOrder = lazyPage(() => import('@/features/create/CreatePage'));
const History = lazyPage(() => import('@/features/history/HistoryPage'));
const Audit = lazyPage(() => import('@/features/audit/AuditPage'));
const Operations = lazyPage(() => import('@/features/operations/OperationsPage'));
const Autopsy = lazyPage(() => import('@/features/operations/AutopsyPage'));
const Catalogue = lazyPage(() => import('@/features/catalogue/CataloguePage'));
const Profile = lazyPage(() => import('@/features/profile/ProfilePage'));
const Settings = lazyPage(() => import('@/features/settings/SettingsPage'));
const Guest = lazyPage(() => import('@/features/proof/guest/GuestPage'));
const Compare = lazyPage(() => import('@/features/proof/compare/ComparePage'));
const CustomerSignIn = lazyPage(() => import('@/features/signin/CustomerSignIn'));
const AdminSignIn = lazyPage(() => import('@/features/signin/AdminSignIn'));
const Impersonate = lazyPage(() => import('@/features/signin/ImpersonatePage'));
const SignOut = lazyPage(() => import('@/features/signin/SignOut'));

/** Returns what makes pages out of a chunk with several. */
const pagesOf =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>) =>
  (name: Name) =>
    lazyPage(async () => ({ default: (await load())[name] }));

const entryPage = pagesOf(() => import('./entryPages'));
const ConfirmEmail = entryPage('ConfirmEmail');
const EmailVerification = entryPage('EmailVerification');
const ForgotPassword = entryPage('ForgotPassword');
const Invitation = entryPage('Invitation');
const NotSupported = entryPage('NotSupported');
const ResetPassword = entryPage('ResetPassword');

const newAccountPage = pagesOf(() => import('./newAccountPages'));
const Setup = newAccountPage('Setup');
const SignUp = newAccountPage('SignUp');

const accountPage = pagesOf(() => import('./accountPages'));
const AllCustomers = accountPage('AllCustomers');
const Announcements = accountPage('Announcements');
const Branding = accountPage('Branding');
const BusinessHours = accountPage('BusinessHours');
const Client = accountPage('Client');
const Clients = accountPage('Clients');
const Customer = accountPage('Customer');
const Everyone = accountPage('Everyone');
const NewCustomer = accountPage('NewCustomer');
const Person = accountPage('Person');
const Team = accountPage('Team');

const routes: RouteObject[] = [
  { path: '/signin', element: <CustomerSignIn /> },
  { path: '/admin/signin', element: <AdminSignIn /> },
  { path: '/forgot-password', element: <ForgotPassword /> },
  { path: '/reset-password', element: <ResetPassword /> },
  { path: '/invitation', element: <Invitation /> },
  { path: '/email-verification', element: <EmailVerification /> },
  { path: '/signup', element: <SignUp /> },
  { path: '/change-email', element: <ConfirmEmail /> },
  { path: '/setup', element: <Setup /> },
  { path: '/not-support', element: <NotSupported /> },
  { path: '/impersonate-customer', element: <Impersonate /> },
  { path: '/signout', element: <SignOut /> },
  { path: '/annotation/guestreviewer', element: <Guest /> },
  { path: '/clear-history', element: <ClearHistory /> },
  {
    element: <RequireSession />,
    children: [
      {
        element: <Live />,
        children: [
          {
            element: <Shell />,
            children: [
              { index: true, path: '/', element: <Home /> },
              { path: '/order-list', element: <OrderList /> },
              { path: '/archived-order', element: <Archive /> },
              { path: '/orders/new', element: <NewOrder /> },
              { path: '/orders/clone/:orderId', element: <NewOrder /> },
              { path: '/orders/detail/:orderId', element: <OrderDetail /> },
              { path: '/orders/detail/:orderId/history', element: <History /> },
              { path: '/team-members', element: <Team /> },
              { path: '/team-members/:memberId', element: <Person /> },
              { path: '/people', element: <Everyone /> },
              { path: '/clients', element: <Clients /> },
              { path: '/clients/:clientId', element: <Client /> },
              { path: '/clients/:clientId/branding', element: <Branding /> },
              { path: '/branding', element: <Branding /> },
              { path: '/customers', element: <AllCustomers /> },
              { path: '/customer/new', element: <NewCustomer /> },
              { path: '/customer/:customerId', element: <Customer /> },
              { path: '/audit/:view?', element: <Audit /> },
              { path: '/operations', element: <Operations /> },
              { path: '/operations/:projection/:stream', element: <Autopsy /> },
              { path: '/catalogue', element: <Catalogue /> },
              { path: '/business-hours', element: <BusinessHours /> },
              { path: '/announcements/:announcementId?', element: <Announcements /> },
              { path: '/profile', element: <Profile /> },
              { path: '/settings', element: <Settings /> },
              { path: '/old-kanban', element: <Navigate to="/" replace /> },
            ],
          },
          { path: '/orders/detail/:orderId/attachments/:attachmentId', element: <Proof /> },
          { path: '/orders/detail/:orderId/attachments/:attachmentId/versions/:versionId', element: <Proof /> },
          { path: '/orders/detail/:orderId/attachments/:attachmentId/compare', element: <Compare /> },
          { path: '*', element: <Navigate to="/" replace /> },
        ],
      },
    ],
  },
];

/** The page of the current address. After a crash the next address renders normally. */
export function Pages() {
  const { key } = useLocation();
  return <CrashBoundary at={key}>{useRoutes(routes)}</CrashBoundary>;
}
