import { PasswordInput } from '@mantine/core';
import { useChangePasswordMutation } from '@/api/session/account';
import type { Profile } from '@/api/generated';
import { noPasswords, PasswordFields, passwordErrors } from '@/shared/entry/PasswordFields';
import { type Errors, useForm } from '@/shared/entry/useForm';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { Panel } from '@/ui/page/Panel';
import { FormFoot } from './FormFoot';
import classes from './profile.module.css';

const empty = { ...noPasswords, current: '' };
type Fields = typeof empty;

const fieldErrors = (fields: Fields): Errors => ({
  current: fields.current ? undefined : 'Required!',
  ...passwordErrors(fields),
});

/** Changes the password of the user, which ends their other sessions (D-46). */
export const PasswordSection = ({ me }: { me: Profile }) => (
  <Panel title="Password" id="password" tour="profile-password">
    {me.impersonation ? (
      <p className={classes.about}>Only the person themselves can change their password.</p>
    ) : (
      <PasswordForm email={me.emailAddress} />
    )}
  </Panel>
);

function PasswordForm({ email }: { email: string }) {
  const { values, errors, change, text, onSubmit, reset } = useForm(empty, fieldErrors);
  const [call, { isLoading }] = useChangePasswordMutation();
  // A browser may fill in the current password by itself.
  const unsaved = values.password !== '' || values.retyped !== '';
  useLeaveGuard(unsaved);
  const save = async ({ current, password, retyped }: Fields) => {
    try {
      await call({ passwordChange: { password: current, newPassword: password, reNewPassword: retyped } }).unwrap();
      toastSuccess('Your password is changed. Your other sessions were ended.');
      reset();
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <form noValidate className={classes.fields} onSubmit={onSubmit((fields) => void save(fields))}>
      {/* Tells a password manager whose password it is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput {...text('current')} label="Current Password" autoComplete="current-password" />
      <PasswordFields label="New Password" values={values} errors={errors} onChange={change} />
      <FormFoot button="Change password" busy={isLoading} unsaved={unsaved} />
    </form>
  );
}
