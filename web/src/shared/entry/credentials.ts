const address = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Returns the error of an e-mail field. It is required and must be an address (SH-022, SH-023). */
export function emailError(email: string): string | undefined {
  if (!email.trim()) return 'Required!';
  return address.test(email.trim()) ? undefined : 'Not Valid';
}

/** Returns the error of a password field. It is required and has 6 to 20 characters (SH-024, SH-119). */
export function passwordError(password: string): string | undefined {
  if (!password) return 'Required!';
  return password.length < 6 || password.length > 20 ? 'Not Valid' : undefined;
}

/** Returns the error of the field that repeats a password (SH-118, SH-120). */
export function retypeError(password: string, retyped: string): string | undefined {
  if (!retyped) return 'Required!';
  return retyped === password ? undefined : 'The passwords are not the same.';
}
