import { NavLink, useParams } from 'react-router';
import { useAbility, useMe } from '@/api/hooks';
import { EmptyState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { AccountsView } from './AccountsView';
import tabs from '@/ui/page/tabs.module.css';
import classes from './audit.module.css';
import { EventsView } from './EventsView';
import { RefusalsView } from './RefusalsView';
import { TimeMachine } from './machine/TimeMachine';

const views = [
  { path: '', label: 'Events', View: EventsView },
  { path: 'refused', label: 'Refused commands', View: RefusalsView },
  { path: 'accounts', label: 'Accounts', View: AccountsView },
  { path: 'time-machine', label: 'Time machine', View: TimeMachine },
];

/**
 * The audit area: events, refused commands, what happened to accounts, and the board at any moment
 * (BY-018, BY-019, BY-025, D-48).
 */
export default function AuditPage() {
  const { view = '' } = useParams();
  const me = useMe();
  const may = useAbility('audit');
  const shown = views.find(({ path }) => path === view) ?? views[0];
  if (me && !may) {
    return (
      <EmptyState icon="lock" title="This page is for admins">
        Ask an admin if you need something from the audit log.
      </EmptyState>
    );
  }
  if (!me || !shown) return null;
  return (
    <div className={classes.wide}>
      <Page title="Audit" above="Everything that happened, and who did it">
        <nav className={`${tabs.tabs} ${classes.tabs}`} aria-label="Audit">
          {views.map(({ path, label }) => (
            <NavLink key={path} to={path ? `/audit/${path}` : '/audit'} end>
              {label}
            </NavLink>
          ))}
        </nav>
        <shown.View />
      </Page>
    </div>
  );
}
