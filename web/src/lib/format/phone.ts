/**
 * Reports whether a text is a phone number: besides dashes, underscores and spaces it has 11 digits (SH-334), or where
 * the installation takes international numbers + and 7 to 15 digits (D-89).
 */
export function isPhone(text: string, international: boolean): boolean {
  const digits = text.replace(/[-_ ]/g, '');
  return /^[0-9]{11}$/.test(digits) || (international && /^\+[0-9]{7,15}$/.test(digits));
}

/** Returns the error of a phone field that may stay empty (SH-335). */
export function phoneError(text: string, international: boolean): string | undefined {
  return text.trim() === '' || isPhone(text, international) ? undefined : 'Not Valid';
}
