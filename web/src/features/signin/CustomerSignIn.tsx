import { Group } from '@mantine/core';
import { Link, Navigate } from 'react-router';
import { useBrandQuery, useDemoPeopleQuery } from '@/api/generated';
import { useSession } from '@/api/hooks';
import { isSignedIn } from '@/api/session/session';
import { useStartPage } from '@/shared/startPage';
import { EntryLayout } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { SetupNotice } from './SetupNotice';
import classes from './signin.module.css';
import { SignInForm } from './SignInForm';
import { wayBack } from './wayBack';

/** `/signin`: the sign-in of customers and team members (SH-015). */
export default function CustomerSignIn() {
  const session = useSession();
  const [start] = useStartPage();
  useDemoPeopleQuery(); // Loaded before the form appears.
  const signUp = useBrandQuery().data?.data.signUp;
  if (isSignedIn(session)) return <Navigate to={wayBack(session.redirectPath) ?? start} replace />;
  return (
    <EntryLayout title="Log in" loader>
      <h1 className={entry.title}>Log in</h1>
      <SetupNotice />
      <SignInForm
        kind="customer"
        emailLabel="Email Address"
        button="Log in"
        beside={
          <Group component="span" gap={0} align="stretch" justify="flex-end" wrap="nowrap" fz={13} mt={-6}>
            <Link to="/forgot-password">Forgot Password?</Link>
          </Group>
        }
      />
      <p className={entry.other}>
        Working at the design desk? <Link to="/admin/signin">Sign in here</Link>
      </p>
      {/* Its line is there before the answer, so that nothing moves. */}
      <p className={classes.signUp}>
        {signUp && (
          <>
            No account yet? <Link to="/signup">Sign up</Link>
          </>
        )}
      </p>
    </EntryLayout>
  );
}
