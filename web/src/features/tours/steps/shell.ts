import { can, placesOrders, type Viewer } from '../pages';
import type { Tour } from '../tour';

const isMember = can('nav-manage-membership');
const seesCustomers = ({ me, view }: Viewer) => view === 'client' && me.isClientType;
const seesBoard = (viewer: Viewer) => !seesCustomers(viewer);

/** The tours of what every page has, and of the first page. */
export const shell = {
  dashboard: {
    title: 'Dashboard',
    shows: 'this page',
    steps: [
      {
        target: 'customers',
        title: 'Your customers',
        text: 'Each card is a customer: how many orders are active, and the way to them.',
        for: seesCustomers,
      },
      {
        target: 'column',
        title: 'The order board',
        text: 'Every order is a card, and its column says how far it is. Drag a card to move it. Open it to see everything about it.',
        for: seesBoard,
      },
      {
        target: 'navigation',
        title: 'Find your way',
        text: 'These are your pages. The button at the top left folds the sidebar.',
      },
      {
        target: 'view-switch',
        title: 'Two views',
        text: 'Switch between the orders and the business with your own customers.',
        for: ({ me }) => me.isClientWhitelabel,
      },
      {
        target: 'overview',
        title: 'Orders by status',
        text: 'How many orders are where. A click lists them.',
        for: seesBoard,
      },
      {
        target: 'membership',
        title: 'Your membership',
        text: 'See your plan here, and change it when you need more.',
        for: isMember,
      },
      {
        target: 'meters',
        title: 'What your plan includes',
        text: 'The meters show how much of your hours, orders and storage is in use. A click shows what counts.',
        for: isMember,
      },
      {
        target: 'views',
        title: 'Board or list',
        text: 'The list shows the same orders as a table, which you can sort and export.',
        for: seesBoard,
      },
      {
        target: 'search',
        title: 'Search',
        text: 'Find an order by its number, name, customer or service. The key / brings you here from anywhere.',
        for: seesBoard,
      },
      {
        target: 'create-order',
        title: 'Create an order',
        text: 'Tell the designers what you need. Your draft saves itself while you type.',
        for: (viewer) => placesOrders(viewer) && seesBoard(viewer) && can('create-order', 'create')(viewer),
      },
      {
        target: 'create-customer',
        title: 'Create a customer',
        text: 'Add a customer, who can then place orders.',
        for: (viewer) => placesOrders(viewer) && seesCustomers(viewer),
      },
      {
        target: 'bell',
        title: 'What is new',
        text: 'Comments, moves and approvals that concern you arrive here.',
      },
      {
        target: 'user-menu',
        title: 'Your menu',
        text: 'Your profile and your settings are here, and these tours whenever you want them again.',
      },
    ],
  },
  userMenu: {
    title: 'User menu',
    shows: 'your menu',
    opens: { by: 'user-menu', closedBy: 'user-menu' },
    side: 'left',
    steps: [
      { target: 'menu-person', title: 'This is you', text: 'Your name and the address with which you sign in.' },
      {
        target: 'menu-pages',
        title: 'Your account',
        text: 'Your own pages: what others see of you, and how the product works for you.',
      },
      {
        target: 'menu-appearance',
        title: 'Light or dark',
        text: 'Choose what is easier on your eyes, or follow your computer.',
      },
      {
        target: 'menu-shortcuts',
        title: 'Keyboard shortcuts',
        text: 'A list of the keys that work on the open page. The key ? shows it too.',
      },
      {
        target: 'menu-notifications',
        title: 'Notification settings',
        text: 'Choose what we send to you by mail, and how often.',
      },
      { target: 'menu-tours', title: 'Guided tours', text: 'All tours are here. Start one whenever you like.' },
      { target: 'menu-logout', title: 'Logout', text: 'Sign out when others use this computer too.' },
    ],
  },
} satisfies Record<string, Tour>;
