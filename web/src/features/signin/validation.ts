import { emailError, passwordError } from '@/shared/entry/credentials';

/**
 * Returns the errors of the fields. Both are required; the e-mail must be an address, and the
 * password must have 6 to 20 characters (SH-022..SH-024).
 */
export const validate = ({ email, password }: { email: string; password: string }) => ({
  email: emailError(email),
  password: passwordError(password),
});
