import { Link } from 'react-router';
import { apiError, sentence } from '@/api/request/envelope';
import { useSetupStateQuery } from '@/api/generated/account';
import { CheckedLink } from '@/shared/entry/CheckedLink';
import { EntryLayout, EntryLoader } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { useLinkParams } from '@/shared/entry/linkParams';
import { ErrorState } from '@/ui';
import classes from './setup.module.css';
import { SetupForm } from './SetupForm';

/** `/setup`: the first admin sets the installation up, with the link that the server printed. */
export default function SetupPage() {
  return (
    <EntryLayout title="Setup" admin wide>
      <SetupContent />
    </EntryLayout>
  );
}

function SetupContent() {
  const query = useLinkParams();
  const token = query.get('token');
  const { data, error, refetch } = useSetupStateQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error && !data) return <ErrorState message={sentence(apiError(error))} onRetry={() => void refetch()} />;
  if (!data) return <EntryLoader label="Loading the setup" />;
  if (!data.data.needed) {
    return (
      <>
        <h1 className={entry.title}>This installation is set up already.</h1>
        <p className={entry.other}>
          <Link to="/admin/signin">Sign in</Link>
        </p>
      </>
    );
  }
  if (!token) {
    return (
      <>
        <h1 className={entry.title}>This product is not set up yet</h1>
        <p className={entry.lead}>
          The server has printed a link when it started. Open that link, or print it again with:{' '}
          <code className={classes.command}>proofboard account setup-link</code>
        </p>
      </>
    );
  }
  return (
    <CheckedLink
      link={{ purpose: 'setup', token }}
      instead={
        <>
          Print a new one with: <code className={classes.command}>proofboard account setup-link</code>
        </>
      }
    >
      {() => (
        <>
          <h1 className={entry.title}>Set up your product</h1>
          <p className={entry.lead}>You become its first admin.</p>
          <SetupForm token={token} />
        </>
      )}
    </CheckedLink>
  );
}
