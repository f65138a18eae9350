import { PasswordInput } from '@mantine/core';
import { passwordError, retypeError } from './credentials';
import { type Errors, textFields } from './useForm';

export type Passwords = { password: string; retyped: string };

export const noPasswords: Passwords = { password: '', retyped: '' };

/** Returns the errors of both fields (SH-118..SH-120). */
export const passwordErrors = ({ password, retyped }: Passwords): Errors => ({
  password: passwordError(password),
  retyped: retypeError(password, retyped),
});

type Props = {
  values: Passwords;
  errors: Errors;
  onChange: (changed: Partial<Passwords>) => void;
  /** The label of the first field. */
  label?: string;
};

/** The fields of a new password (SH-117). */
export function PasswordFields({ values, errors, onChange, label = 'Password' }: Props) {
  const text = textFields({ values, errors, change: onChange });
  return (
    <>
      <PasswordInput {...text('password')} label={label} description="6 to 20 characters" autoComplete="new-password" />
      <PasswordInput {...text('retyped')} label="Retype Password" autoComplete="new-password" />
    </>
  );
}
