import { Link } from 'react-router';
import { useAbility, useMe } from '@/api/hooks';
import { NotificationForm } from '@/shared/notifications/NotificationForm';
import { useSection } from '@/shared/useSection';
import { Page } from '@/ui/Page';
import { Panel } from '@/ui/Panel';
import { SchemeSwitch } from '@/ui/SchemeSwitch';
import { DeletionSection } from './DeletionSection';
import { ExportSection } from './ExportSection';
import { SecuritySection } from './SecuritySection';
import { SessionsSection } from './SessionsSection';
import classes from './settings.module.css';

const sections = [
  { id: 'general', title: 'General' },
  { id: 'notifications', title: 'Notifications' },
  { id: 'sessions', title: 'Sessions' },
  { id: 'security', title: 'Security' },
];
const exported = { id: 'export', title: 'Export your account' };
const deletion = { id: 'delete-account', title: 'Delete account' };

/**
 * `/settings`: how the product works for the user, where they are signed in, what protects their
 * account, and how it is exported and deleted (SH-069, SH-190, BY-044, D-46, D-47, D-51).
 */
export default function SettingsPage() {
  const me = useMe();
  const mayDelete = useAbility('delete-account', 'create');
  const mayExport = me?.role === 'owner' && !me.isClientType;
  const shown = [...sections, ...(mayExport ? [exported] : []), ...(mayDelete ? [deletion] : [])];
  const hash = useSection();
  return (
    <Page title="General Settings">
      <div className={classes.columns}>
        <nav aria-label="Sections" className={classes.list} data-tour="settings-sections">
          {shown.map(({ id, title }) => (
            <Link key={id} to={`#${id}`} replace aria-current={hash === `#${id}` ? 'location' : undefined}>
              {title}
            </Link>
          ))}
        </nav>
        <div className={classes.sections}>
          <Panel title="General" id="general" tour="settings-general">
            <div className={classes.row}>
              <span id="appearance">Appearance</span>
              <SchemeSwitch labelledBy="appearance" />
            </div>
            <div className={classes.row}>
              <span>
                Time zone
                <span className={classes.about}>{me?.timeZone.label || 'Not chosen yet'}</span>
              </span>
              <Link to="/profile#personal">Change the time zone</Link>
            </div>
          </Panel>
          <Panel title="Notifications" id="notifications" tour="settings-notifications">
            <NotificationForm />
          </Panel>
          <SessionsSection />
          {me && <SecuritySection me={me} />}
          {mayExport && <ExportSection own={!me.impersonation} />}
          {me && mayDelete && <DeletionSection me={me} exports={mayExport} />}
        </div>
      </div>
    </Page>
  );
}
