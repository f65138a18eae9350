import { Navigate, type RouteObject, useLocation, useRoutes } from 'react-router';
import { CrashBoundary } from './ErrorScreen';
import { ClearHistory, RequireSession } from './guards';
import { Home } from './Home';
import { Live } from './live/Live';
import { OrderDetail, Proof } from './pages/orderDetail';
import { page } from './pages/page';
import { Shell } from './shell/Shell';

const Branding = page('Branding');
const toCart = <Navigate to="/cart/checkout" replace />;

/** Every address of the app. */
export const routes: RouteObject[] = [
  { path: '/signin', Component: page('CustomerSignIn') },
  { path: '/admin/signin', Component: page('AdminSignIn') },
  { path: '/forgot-password', Component: page('ForgotPassword') },
  { path: '/reset-password', Component: page('ResetPassword') },
  { path: '/invitation', Component: page('Invitation') },
  { path: '/known-browser', Component: page('KnowBrowser') },
  { path: '/email-verification', Component: page('EmailVerification') },
  { path: '/signup', Component: page('SignUp') },
  { path: '/change-email', Component: page('ConfirmEmail') },
  { path: '/setup', Component: page('Setup') },
  { path: '/developers', Component: page('Developers') },
  { path: '/not-support', Component: page('NotSupported') },
  { path: '/impersonate-customer', Component: page('Impersonate') },
  { path: '/signout', Component: page('SignOut') },
  { path: '/annotation/guestreviewer', Component: page('Guest') },
  { path: '/clear-history', Component: ClearHistory },
  {
    Component: RequireSession,
    children: [
      {
        Component: Live,
        children: [
          {
            Component: Shell,
            children: [
              { index: true, path: '/', Component: Home },
              { path: '/work', Component: page('Work') },
              { path: '/my-images', Component: page('Images') },
              { path: '/order-list', Component: page('OrderList') },
              { path: '/archived-order', Component: page('Archive') },
              { path: '/orders/new', Component: page('NewOrder') },
              { path: '/orders/clone/:orderId', Component: page('NewOrder') },
              { path: '/orders/detail/:orderId', Component: OrderDetail },
              { path: '/orders/detail/:orderId/history', Component: page('History') },
              { path: '/team-members', Component: page('Team') },
              { path: '/team-members/:memberId', Component: page('Person') },
              { path: '/people', Component: page('Everyone') },
              { path: '/clients', Component: page('Clients') },
              { path: '/clients/:clientId', Component: page('Client') },
              { path: '/clients/:clientId/branding', Component: Branding },
              { path: '/branding', Component: Branding },
              { path: '/customers', Component: page('AllCustomers') },
              { path: '/customer/new', Component: page('NewCustomer') },
              { path: '/customer/:customerId', Component: page('Customer') },
              { path: '/audit/:view?', Component: page('Audit') },
              { path: '/operations', Component: page('Operations') },
              { path: '/operations/:projection/:stream', Component: page('Autopsy') },
              { path: '/catalogue', Component: page('Catalogue') },
              { path: '/business-hours', Component: page('BusinessHours') },
              { path: '/announcements/:announcementId?', Component: page('Announcements') },
              { path: '/membership/service', Component: page('Membership') },
              { path: '/membership/package', Component: page('Package') },
              { path: '/billing/payments', Component: page('Payments') },
              { path: '/billing/payments/:paymentId', Component: page('Payment') },
              { path: '/billing/invoices', Component: page('Invoices') },
              { path: '/billing/invoices/:invoiceId', Component: page('Invoice') },
              { path: '/payg', Component: page('Payg') },
              { path: '/payg/list', Component: page('PaygCustomers') },
              { path: '/payg/switch', Component: page('PaygSwitch') },
              { path: '/billing/payment-methods', Component: page('PaymentMethods') },
              { path: '/retail', Component: page('Retail') },
              { path: '/cart/checkout', Component: page('Cart') },
              { path: '/checkout/cart', element: toCart },
              { path: '/checkout/process', element: toCart },
              { path: '/checkout/process/invoice', element: toCart },
              { path: '/checkout/process/invoice/:invoiceId', Component: page('Process') },
              { path: '/plans', Component: page('Plans') },
              { path: '/invoices', Component: page('SoldInvoices') },
              { path: '/reporting/order', Component: page('OrderReport') },
              { path: '/reporting/operator', Component: page('OperatorReport') },
              { path: '/import', Component: page('Import') },
              { path: '/workflow-and-roles', Component: page('Workflows') },
              // `/workflow-and-roles/create` as well, so that the first save keeps the editor.
              { path: '/workflow-and-roles/:workflowId', Component: page('Workflow') },
              { path: '/webhooks', Component: page('Webhooks') },
              { path: '/webhooks/:endpointId', Component: page('Webhook') },
              { path: '/profile', Component: page('Profile') },
              { path: '/settings', Component: page('Settings') },
              { path: '/old-kanban', element: <Navigate to="/" replace /> },
            ],
          },
          { path: '/orders/detail/:orderId/attachments/:attachmentId', Component: Proof },
          { path: '/orders/detail/:orderId/attachments/:attachmentId/versions/:versionId', Component: Proof },
          { path: '/orders/detail/:orderId/attachments/:attachmentId/compare', Component: page('Compare') },
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
