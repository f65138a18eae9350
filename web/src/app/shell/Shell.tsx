import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { apiError, genericError, sentence } from '@/api/request/envelope';
import { useProfileQuery } from '@/api/generated';
import { useApiDispatch, useSession } from '@/api/hooks';
import { adminClient, profileFailed, viewChosen } from '@/api/session/session';
import { invalidate } from '@/api/live/tags';
import { SettingsHost } from '@/features/notifications/SettingsHost';
import { OfflineNotice } from '@/shared/OfflineNotice';
import { ErrorState } from '@/ui';
import { CloseGuard } from '@/ui/dialog/closeGuard';
import { Hosts, Notices } from './extras/Attention';
import { Header } from './header/Header';
import { SessionLoader } from './SessionLoader';
import classes from './shell.module.css';
import { Sidebar } from './sidebar/Sidebar';
import { useBoardFilter } from './overview/useBoardFilter';
import { useChat } from './useChat';
import { useScrollPlaces } from './useScrollPlaces';
import { useShellShortcuts } from './useShellShortcuts';
import { useSidebar } from './sidebar/useSidebar';

/** Header, sidebar and the page. Nothing shows before the profile is loaded. */
export function Shell() {
  const session = useSession();
  const dispatch = useApiDispatch();
  const { data, error, refetch } = useProfileQuery();
  const { open, toggle, close, hold } = useSidebar();
  const me = data?.success ? data.data : undefined;
  useShellShortcuts(me, toggle);
  useScrollPlaces();
  useChat(me?.chatScript);
  const ready = useBoardFilter(me);

  const startsInClientView = session.view === null && me?.isClientType && me.isClientWhitelabel;
  useEffect(() => {
    if (!startsInClientView) return;
    dispatch(viewChosen('client'));
    dispatch(invalidate(['Profile']));
  }, [startsInClientView, dispatch]);
  useEffect(() => {
    // A profile that is shown stays when a refresh fails. Queued changes belong to its user.
    if (me || (!error && data?.success !== false)) return;
    const failure = error ? apiError(error) : undefined;
    const message = failure ? sentence(failure) : (data?.message ?? genericError.message);
    dispatch(profileFailed({ title: failure?.title ?? genericError.title, message }));
  }, [me, error, data, dispatch]);

  if (!me && error) {
    const failure = apiError(error);
    return (
      <main className={classes.alone}>
        <h1 className="sr-only">Proofboard</h1>
        <ErrorState title={genericError.title} message={sentence(failure)} onRetry={() => void refetch()} />
      </main>
    );
  }
  if (!me || !ready) return <SessionLoader kind={session.clientId === adminClient ? 'admin' : 'customer'} />;
  return (
    <div className={classes.shell} data-sidebar={open ? 'open' : 'small'} data-client={me.clientId}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Header me={me} sidebarOpen={open} onToggleSidebar={toggle} />
      <CloseGuard value={hold}>
        <Sidebar me={me} open={open} onClose={close} />
      </CloseGuard>
      <main id="content" className={classes.content} tabIndex={-1}>
        <div className={classes.notice}>
          <OfflineNotice />
          <Notices me={me} />
        </div>
        <Outlet />
      </main>
      <Hosts me={me} />
      <SettingsHost />
    </div>
  );
}
