import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAbility, useMe } from '@/api/hooks';
import { MailOff } from '@/shared/MailOff';
import { NotificationForm } from '@/shared/notifications/NotificationForm';
import { useSection } from '@/shared/form/useSection';
import { plural } from '@/lib/format/text';
import { EmptyState, Icon } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { DeletionSection } from './DeletionSection';
import { ExportSection } from './ExportSection';
import { GeneralSection } from './GeneralSection';
import { SecurityLogSection } from './SecurityLogSection';
import { SecuritySection } from './SecuritySection';
import { SessionsSection } from './SessionsSection';
import { CalendarSection } from './CalendarSection';
import { TokensSection } from './TokensSection';
import classes from './settings.module.css';
import { useTextSearch } from './useTextSearch';

type Section = { id: string; title: string; content: ReactNode };

/** Returns the sections that the user has. */
function useSections(): Section[] {
  const me = useMe();
  const mayDelete = useAbility('delete-account', 'create');
  const mayExport = me?.role === 'owner' && !me.isClientType;
  const notifications = (
    <Panel title="Notifications" id="notifications" tour="settings-notifications">
      <MailOff then="The choices below apply once one is set up." />
      <NotificationForm />
    </Panel>
  );
  const sections: (Section | false | undefined)[] = [
    { id: 'general', title: 'General', content: <GeneralSection me={me} /> },
    { id: 'notifications', title: 'Notifications', content: notifications },
    { id: 'calendar', title: 'Calendar', content: me && <CalendarSection me={me} /> },
    { id: 'sessions', title: 'Sessions', content: <SessionsSection /> },
    { id: 'security', title: 'Security', content: me && <SecuritySection me={me} /> },
    { id: 'security-log', title: 'Security log', content: me && <SecurityLogSection me={me} /> },
    { id: 'tokens', title: 'Access tokens', content: me && <TokensSection me={me} /> },
    mayExport && {
      id: 'export',
      title: 'Export your account',
      content: <ExportSection own={!me.impersonation} />,
    },
    me &&
      mayDelete && {
        id: 'delete-account',
        title: 'Delete account',
        content: <DeletionSection me={me} exports={mayExport} />,
      },
  ];
  return sections.filter((section): section is Section => Boolean(section));
}

/**
 * `/settings`: how the product works for the user, where they are signed in, what protects their
 * account, and how it is exported and deleted (SH-069, SH-190, BY-044, D-46, D-47, D-51). A search
 * leaves the sections with its words.
 */
export default function SettingsPage() {
  const sections = useSections();
  const root = useRef<HTMLDivElement>(null);
  const { query, searches, found, search, clear } = useTextSearch(root);
  const shows = (id: string) => !searches || found.has(id);
  const shown = sections.filter(({ id }) => shows(id));
  const hash = useSection();
  const navigate = useNavigate();

  // A link to a section that the search hides clears the search.
  const { key } = useLocation();
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    if (!shows(hash.slice(1))) clear();
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') clear();
    if (event.key === 'Enter' && searches && shown[0]) void navigate(`#${shown[0].id}`, { replace: true });
  };
  return (
    <Page title="General Settings">
      <div className={classes.columns}>
        <div className={classes.side}>
          <TextInput
            size="xs"
            type="search"
            aria-label="Search the settings"
            placeholder="Search"
            leftSection={<Icon name="search" size={14} />}
            value={query}
            onChange={({ currentTarget }) => search(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <span className="sr-only" role="status">
            {searches && `${plural(shown.length, 'section')} found`}
          </span>
          <nav aria-label="Sections" className={classes.list} data-tour="settings-sections">
            {shown.map(({ id, title }) => (
              <Link key={id} to={`#${id}`} replace aria-current={hash === `#${id}` ? 'location' : undefined}>
                {title}
              </Link>
            ))}
          </nav>
        </div>
        <div>
          <div ref={root} className={classes.sections}>
            {sections.map(({ id, content }) => (
              <div key={id} hidden={!shows(id)}>
                {content}
              </div>
            ))}
          </div>
          {shown.length === 0 && (
            <EmptyState
              icon="search"
              title="Nothing matches"
              action={
                <Button size="xs" variant="default" onClick={clear}>
                  Clear the search
                </Button>
              }
            >
              No setting has the words “{query.trim()}”.
            </EmptyState>
          )}
        </div>
      </div>
    </Page>
  );
}
