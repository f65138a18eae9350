import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64, concat, equal, refuse, utf8 } from './bytes';

/** A public key of a log. Its text is name+hash+key. */
export interface Key {
  id: string; // name+hash
  name: string;
  hash: Uint8Array; // 4 bytes
  public: Uint8Array; // 32 bytes
}

/** Returns the hash that a key and each of its signatures begin with. */
const hashOf = (name: string, key: Uint8Array) => sha256(concat(utf8.encode(`${name}\n`), key)).slice(0, 4);

/** Parses a public key in the form that `proofboard audit key` prints. */
export function readKey(line: string): Key {
  const [name = '', hash = '', ...rest] = line.split('+');
  const raw = base64(rest.join('+'));
  if (!name || /\s/.test(name) || !raw || raw.length !== 33 || raw[0] !== 1) {
    refuse('A public key is not written as name+hash+key. Copy the whole line that the operator gave you.');
  }
  if (bytesToHex(hashOf(name, raw)) !== hash) {
    refuse('A public key was not copied whole: its parts do not belong together.');
  }
  return { id: `${name}+${hash}`, name, hash: hashOf(name, raw), public: raw.slice(1) };
}

/** Parses keys that are separated by line breaks or blanks. */
export function readKeys(text: string): Key[] {
  const lines = text.split(/\s+/).filter(Boolean);
  if (lines.length === 0) refuse('Paste the public key of the log: without it nobody can tell who signed.');
  return lines.map(readKey);
}

/** Reports whether an Ed25519 signature of 64 bytes is valid for a message. */
export function signed(key: Key, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return signature.length === 64 && ed25519.verify(signature, message, key.public, { zip215: false });
  } catch {
    return false;
  }
}

export interface Head {
  log: string;
  size: number;
  hash: Uint8Array;
  text: string; // of the hash, base64
}

const changedHead = 'The signed head of the log in it was changed.';

/** Verifies and parses a signed head (c2sp.org/signed-note, c2sp.org/tlog-checkpoint). */
export function openHead(note: string, key: Key): Head {
  const split = note.lastIndexOf('\n\n');
  // eslint-disable-next-line no-control-regex -- line breaks are the only control characters of a note
  if (split < 0 || !note.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(note)) refuse(changedHead);
  const body = note.slice(0, split + 1);
  let ours = false;
  const lines = note.slice(split + 2, -1).split('\n');
  for (const line of lines) {
    const [, name = '', encoded = ''] = /^\u2014 ([^\s+]+) (\S+)$/.exec(line) ?? [];
    const signature = base64(encoded);
    if (!name || !signature || signature.length < 5) refuse(changedHead);
    if (ours || name !== key.name || !equal(signature.slice(0, 4), key.hash)) continue;
    if (!signed(key, utf8.encode(body), signature.slice(4))) refuse(changedHead);
    ours = true;
  }
  if (!ours || lines.length > 100) refuse('The head of the log in it is not signed with the same key.');
  const [log = '', size = '', hash = '', ...more] = body.split('\n');
  const raw = base64(hash);
  const count = Number(size);
  if (more.length !== 1 || more[0] !== '' || !raw || raw.length !== 32) refuse(changedHead);
  if (!/^(0|[1-9][0-9]*)$/.test(size) || !Number.isSafeInteger(count)) refuse(changedHead);
  return { log, size: count, hash: raw, text: hash };
}
