const length = 11;

/**
 * Reports whether a text is like a phone number: it has 11 characters besides dashes, underscores
 * and spaces (SH-334).
 */
export function isPhone(text: string): boolean {
  return Array.from(text.replace(/[-_ ]/g, '')).length === length;
}

/** Returns the error of a phone field that may stay empty (SH-335). */
export function phoneError(text: string): string | undefined {
  return text.trim() === '' || isPhone(text) ? undefined : 'Not Valid';
}
