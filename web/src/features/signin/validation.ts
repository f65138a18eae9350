import { emailError, passwordError } from '@/shared/entry/credentials';

export type Fields = { email: string; password: string };
export type FieldErrors = Partial<Record<keyof Fields, string>>;

/**
 * Returns the errors of the fields. Both are required; the e-mail must be an address, and the
 * password must have 6 to 20 characters (SH-022..SH-024).
 */
export function validate(fields: Fields): FieldErrors {
  const errors: FieldErrors = {};
  const email = emailError(fields.email);
  const password = passwordError(fields.password);
  if (email) errors.email = email;
  if (password) errors.password = password;
  return errors;
}
