/** An error whose text is shown to the person who checks a certificate. */
export class Refused extends Error {}

export function refuse(why: string): never {
  throw new Refused(why);
}

export const utf8 = new TextEncoder();

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((x, i) => x === b[i]);

/**
 * Decodes base64 in its canonical form: padded, without line breaks and without stray bits at the
 * end. Returns null for any other text.
 */
export function base64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const binary = atob(text);
  return btoa(binary) === text ? Uint8Array.from(binary, (c) => c.charCodeAt(0)) : null;
}

/** Decodes UTF-8. Returns null for other bytes. */
export function text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
