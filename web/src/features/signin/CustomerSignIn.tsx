import { Link, Navigate } from 'react-router';
import { useSession } from '@/api/hooks';
import { isSignedIn } from '@/api/session';
import { home } from './home';
import classes from './signin.module.css';
import { SignInForm } from './SignInForm';
import { SignInLayout } from './SignInLayout';
import { wayBack } from './wayBack';

/** `/signin`: the sign-in of customers and team members (SH-015). */
export default function CustomerSignIn() {
  const session = useSession();
  if (isSignedIn(session)) return <Navigate to={wayBack(session.redirectPath) ?? home} replace />;
  return (
    <SignInLayout>
      <h1 className={classes.title}>Log in</h1>
      <SignInForm
        kind="customer"
        emailLabel="Email Address"
        button="Log in"
        beside={
          <span className={classes.row}>
            <Link to="/forgot-password">Forgot Password?</Link>
          </span>
        }
      />
      <p className={classes.other}>
        Working at the design desk? <Link to="/admin/signin">Sign in here</Link>
      </p>
    </SignInLayout>
  );
}
