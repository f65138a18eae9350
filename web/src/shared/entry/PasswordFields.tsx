import { PasswordInput } from '@mantine/core';
import { passwordError, retypeError } from './credentials';
import type { Errors } from './useForm';

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
  return (
    <>
      <PasswordInput
        name="password"
        label={label}
        description="6 to 20 characters"
        autoComplete="new-password"
        value={values.password}
        error={errors.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
      <PasswordInput
        name="retyped"
        label="Retype Password"
        autoComplete="new-password"
        value={values.retyped}
        error={errors.retyped}
        onChange={(event) => onChange({ retyped: event.currentTarget.value })}
      />
    </>
  );
}
