import { Button, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import {
  type OpenSession,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useSessionsQuery,
} from '@/api/session/account';
import { apiError, sentence } from '@/api/request/envelope';
import { date } from '@/lib/format/dates';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm, ErrorState } from '@/ui';
import { Ago } from '@/ui/content/Ago';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import classes from './settings.module.css';

/** Where the user is signed in. They can end each session, or all others (D-47). */
export function SessionsSection() {
  const { data, error, refetch } = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const sessions = data?.data ?? [];
  return (
    <Panel
      title="Sessions"
      id="sessions"
      tour="settings-sessions"
      aside={sessions.some(({ current }) => !current) && <EndOthers />}
    >
      {error && !data && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={66} role="status" aria-label="Loading the sessions" />}
      {data && (
        <ul className={classes.sessions} aria-label="Where you are signed in">
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Session({ session: { id, current, browser, address, since, lastSeen } }: { session: OpenSession }) {
  const [call, { isLoading }] = useEndSessionMutation();
  const name = browser || 'Unknown browser';
  const end = () => {
    call({ sessionId: id })
      .unwrap()
      .then(() => toastSuccess(`${name} is signed out`))
      .catch(toastError);
  };
  return (
    <li className={classes.row}>
      <span className={classes.session}>
        <span className={classes.name}>
          {name} {current && <span className={classes.current}>This browser</span>}
        </span>
        <span className={classes.about}>
          {address && `${address} · `}Signed in {date(since)} · Last seen <Ago at={lastSeen} />
        </span>
      </span>
      {current ? (
        <Button component={Link} to="/signout" variant="default" size="xs" aria-label="Sign out of this browser">
          Sign out
        </Button>
      ) : (
        <BusyButton
          variant="default"
          size="xs"
          aria-label={`Sign out ${[name, address].filter(Boolean).join(', ')}`}
          busy={isLoading}
          onClick={end}
        >
          Sign out
        </BusyButton>
      )}
    </li>
  );
}

function EndOthers() {
  const [call, { isLoading }] = useEndOtherSessionsMutation();
  const end = async () => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: 'Sign out everywhere else?',
      message: 'Only this browser stays signed in. The others have to sign in again.',
      accept: 'Sign out everywhere else',
      danger: true,
    });
    if (!agreed) return;
    try {
      await call().unwrap();
      toastSuccess('You are signed out everywhere else');
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <BusyButton variant="subtle" size="compact-sm" busy={isLoading} onClick={() => void end()}>
      Sign out everywhere else
    </BusyButton>
  );
}
