import { Link, Navigate } from 'react-router';
import { apiError, sentence } from '@/api/request/envelope';
import { useBrandQuery } from '@/api/generated';
import { useSession } from '@/api/hooks';
import { isSignedIn } from '@/api/session/session';
import { EntryLayout, EntryLoader } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { ErrorState } from '@/ui';
import { SignUpSteps } from './SignUpSteps';

/** `/signup`: people register themselves, where the client of this address allows it. */
export default function SignUp() {
  const session = useSession();
  if (isSignedIn(session)) return <Navigate to="/" replace />;
  return (
    <EntryLayout title="Sign up" wide>
      <SignUpContent />
    </EntryLayout>
  );
}

function SignUpContent() {
  const { data, error, refetch } = useBrandQuery();
  if (error && !data) {
    return (
      <>
        <h1 className={entry.title}>Sign up</h1>
        <ErrorState message={sentence(apiError(error))} onRetry={() => void refetch()} />
      </>
    );
  }
  if (!data) {
    return (
      <>
        <h1 className="sr-only">Sign up</h1>
        <EntryLoader label="Loading the sign-up" />
      </>
    );
  }
  if (data.data.signUp) return <SignUpSteps />;
  return (
    <>
      <h1 className={entry.title}>You need an invitation</h1>
      <p className={entry.lead}>People are invited here. Ask the people you work with to send you an invitation.</p>
      <p className={entry.other}>
        <Link to="/signin">Go to the sign-in</Link>
      </p>
    </>
  );
}
