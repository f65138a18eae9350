export type Fields = { email: string; password: string };
export type FieldErrors = Partial<Record<keyof Fields, string>>;

const address = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * Returns the errors of the fields. Both are required; the e-mail must be an address, and the
 * password must have 6 to 20 characters (SH-022..SH-024).
 */
export function validate({ email, password }: Fields): FieldErrors {
  const errors: FieldErrors = {};
  if (!email.trim()) errors.email = 'Required!';
  else if (!address.test(email.trim())) errors.email = 'Not Valid';
  if (!password) errors.password = 'Required!';
  else if (password.length < 6 || password.length > 20) errors.password = 'Not Valid';
  return errors;
}
