import { Link } from 'react-router';
import classes from './signin.module.css';
import { SignInLayout } from './SignInLayout';

/** `/forgot-password` on a server that sends no mail: says who can help (SH-050). */
export default function ForgotPassword() {
  return (
    <SignInLayout>
      <h1 className={classes.title}>Reset your password</h1>
      <p className={classes.lead}>
        Your account owner or the design desk can set a new password for you. Resetting it by e-mail is not available on
        this server yet.
      </p>
      <Link to="/signin">Back to the sign-in</Link>
    </SignInLayout>
  );
}
