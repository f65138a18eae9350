import { ActionIcon, Button } from '@mantine/core';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import type { Profile } from '@/api/generated';
import { useAbility, useMe, useSession, useView } from '@/api/hooks';
import { NotificationBell } from '@/features/notifications/NotificationBell';
import { QuickSearch } from '@/features/search/QuickSearch';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { mayBuy } from '@/shared/cart/buying';
import { Icon, Tip, toastNotLoaded, useShortcuts } from '@/ui';
import { Logo } from '@/ui/Logo';
import classes from './Header.module.css';
import { extras } from '../extras/Attention';
import { filterOf } from '../overview/useBoardFilter';
import { UserMenu } from './UserMenu';

type Props = { me: Profile; sidebarOpen: boolean; onToggleSidebar: () => void };

/** Pages on which the create button is hidden (BD-106..BD-108). That of pay as you go has one of its own. */
const withoutCreate = new Set(['/orders/new', '/membership/service', '/membership/package', '/customer/new', '/payg']);
const boardPages = new Set(['/', '/order-list']);

export function Header({ me, sidebarOpen, onToggleSidebar }: Props) {
  const { pathname } = useLocation();
  const inClientView = useView(me) === 'client';
  const onBoardPage = boardPages.has(pathname) && !inClientView;
  return (
    <header className={classes.header}>
      <Tip label={sidebarOpen ? 'Collapse the sidebar' : 'Open the sidebar'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={sidebarOpen ? 'Collapse the sidebar' : 'Open the sidebar'}
          aria-expanded={sidebarOpen}
          onClick={onToggleSidebar}
        >
          <Icon name="sidebar" />
        </ActionIcon>
      </Tip>
      <Link to="/" className={classes.logo} aria-label={`${me.theme.name ?? 'Proofboard'}: home`}>
        <Logo name={me.theme.name} src={me.theme.logo} />
      </Link>
      {onBoardPage && <ViewToggle />}
      <div className={classes.middle}>{onBoardPage && <QuickSearch page={pathname === '/' ? 'board' : 'list'} />}</div>
      {!withoutCreate.has(pathname) && (inClientView && me.isClientType ? <CreateCustomer /> : <CreateButton />)}
      <WorkingTime />
      <Cart me={me} pathname={pathname} />
      <NotificationBell unread={me.unreadMessages} />
      <UserMenu me={me} />
    </header>
  );
}

/** The cart, where it has something or something can be put into it. Its place is there before its code. */
function Cart({ me, pathname }: { me: Profile; pathname: string }) {
  const { cart } = useSession();
  const loaded = useOnDemand(extras, false);
  if (!mayBuy(me) || (cart.length === 0 && pathname !== '/retail')) return null;
  return <span className={classes.cart}>{loaded && <loaded.CartButton />}</span>;
}

const workTimer = onDemand(() => import('@/features/worktime/WorkTimer'));

/**
 * The running timer, for users who work on orders. It has its own chunk, because the board does not
 * need it.
 */
function WorkingTime() {
  const able = useAbility('working-time', 'update');
  const loaded = useOnDemand(workTimer, able);
  return able && loaded ? <loaded.WorkTimer /> : null;
}

/** 'Board View' and 'List View', on these two pages outside the client view (BD-102, BD-103). */
function ViewToggle() {
  const search = filterOf(useLocation().search);
  return (
    <nav className={classes.toggle} aria-label="View" data-tour="views">
      <NavLink to={{ pathname: '/', search }} end aria-label="Board View">
        <Icon name="board" size={16} />
        <span>Board View</span>
      </NavLink>
      <NavLink to={{ pathname: '/order-list', search }} aria-label="List View">
        <Icon name="list" size={16} />
        <span>List View</span>
      </NavLink>
    </nav>
  );
}

/**
 * Returns whether the user may create orders, and how. The key C works on every page. Without a plan that
 * new orders can begin with, it says why.
 */
function useCreate() {
  const navigate = useNavigate();
  const may = useAbility('create-order', 'create');
  const me = useMe();
  const create = () => {
    if (me?.membership?.open === false) {
      extras.get().then(({ tellClosed }) => tellClosed(me, navigate), toastNotLoaded);
    } else {
      // The form then says that the order is paid by the hour, see BD-409.
      void navigate('/orders/new', me?.isPayg ? { state: { payg: true } } : undefined);
    }
  };
  useShortcuts(may ? [{ keys: 'C', what: 'Create a new order', group: 'Everywhere', icon: 'plus', run: create }] : []);
  return { may, create };
}

/** Replaces 'Create New Order' in the client view of a reseller's own people (BD-109). */
function CreateCustomer() {
  const navigate = useNavigate();
  useCreate();
  const create = () => void navigate('/customer/new');
  useShortcuts([{ what: 'Create New Customer', group: 'Everywhere', icon: 'plus', run: create }]);
  return (
    <Button
      onClick={create}
      leftSection={<Icon name="plus" size={16} />}
      className={classes.create}
      aria-label="Create New Customer"
      data-tour="create-customer"
    >
      <span className={classes.createText}>Create New Customer</span>
    </Button>
  );
}

function CreateButton() {
  const { may, create } = useCreate();
  if (!may) return null;
  return (
    <Button
      onClick={create}
      leftSection={<Icon name="plus" size={16} />}
      className={classes.create}
      aria-label="Create New Order"
      data-tour="create-order"
    >
      <span className={classes.createText}>Create New Order</span>
    </Button>
  );
}
