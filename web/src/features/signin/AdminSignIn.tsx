import { Link, Navigate } from 'react-router';
import { useSession } from '@/api/hooks';
import { isSignedIn } from '@/api/session/session';
import { useStartPage } from '@/shared/startPage';
import { EntryLayout } from '@/shared/entry/EntryLayout';
import classes from '@/shared/entry/entry.module.css';
import { useEntryBrand } from '@/shared/entry/useEntryBrand';
import { SetupNotice } from './SetupNotice';
import { SignInForm } from './SignInForm';
import { wayBack } from './wayBack';

/** `/admin/signin`: the sign-in of the provider's staff (SH-020). */
export default function AdminSignIn() {
  const session = useSession();
  const [start] = useStartPage();
  const { theme } = useEntryBrand();
  if (isSignedIn(session)) return <Navigate to={wayBack(session.redirectPath) ?? start} replace />;
  return (
    <EntryLayout title="Sign in" admin>
      <h1 className={classes.title}>Welcome to {theme?.name ?? 'Proofboard'}</h1>
      <p className={classes.lead}>Log in to access your account</p>
      <SetupNotice />
      <SignInForm kind="desk" emailLabel="Email" button="Login" />
      <p className={classes.other}>
        Looking for your orders? <Link to="/signin">Customer sign-in</Link>
      </p>
    </EntryLayout>
  );
}
