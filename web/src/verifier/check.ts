import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64, concat, refuse, Refused, text, utf8 } from './bytes';
import { type Certificate, decode, encode } from './certificate';
import { type Head, type Key, openHead, readKeys, signed } from './keys';
import { field, readRecord } from './record';
import { includes } from './tree';

export type Verdict =
  | { valid: true; kind: 'JSON' | 'PDF'; certificate: Certificate; head: Head; digest: string }
  | { valid: false; why: string };

const maxBytes = 16 << 20;

/**
 * Checks a certificate (JSON or PDF) with the log's public keys, one name+hash+key on each line. It
 * needs no network.
 */
export async function check(file: Uint8Array, keys: string): Promise<Verdict> {
  try {
    const trusted = readKeys(keys);
    if (file.length > maxBytes) refuse('This file is too large to be a certificate.');
    if (text(file.subarray(0, 5)) === '%PDF-') return await checkPDF(file, trusted);
    return { kind: 'JSON', ...checkJSON(file, trusted) };
  } catch (error) {
    if (error instanceof Refused) return { valid: false, why: error.message };
    throw error;
  }
}

function find(id: string, keys: readonly Key[]): Key {
  const key = keys.find((k) => k.id === id);
  if (!key) refuse(`It is signed with ${id.slice(0, 80)}, which is none of the public keys given here.`);
  return key;
}

const changed = 'Its signature does not fit what it says: the file was changed after it was issued.';

function checkJSON(file: Uint8Array, keys: readonly Key[]) {
  const certificate = decode(text(file) ?? refuse('This is no text, so it is no certificate.'));
  const key = find(certificate.key, keys);
  const message = `proofboard approval certificate 1\n${encode({ ...certificate, signature: '' })}`;
  const signature = base64(certificate.signature);
  if (!signature || !signed(key, utf8.encode(message), signature)) refuse(changed);
  const head = proven(certificate, key);
  return { valid: true as const, certificate, head, digest: bytesToHex(sha256(file)) };
}

const unproven = 'The log does not prove it: its event is not among those that the signed head covers.';

/**
 * Returns the head that covers the decision. The certificate must say the same as the event that it
 * proves.
 */
function proven({ proof, ...says }: Certificate, key: Key): Head {
  const head = openHead(proof.head, key);
  const record = base64(proof.record) ?? refuse(unproven);
  const path = proof.path.map((step) => base64(step) ?? refuse(unproven));
  if (!includes(head, proof.position - 1, record, path)) refuse(unproven);
  const event = readRecord(record);
  const bound: [string, string, string][] = [
    ['kind of decision', says.decision.event, event.type],
    ['kind of decision', says.decision.event, 'proof.version_approved'],
    ['kind of event', 'proof', event.streamType],
    ['position', String(proof.position), String(event.position)],
    ['attachment', says.attachment, event.stream],
    ['version', says.version.id, field(event.data, 'version')],
    ["file's SHA-256", says.file.sha256, field(event.data, 'sha256')],
    ['person', says.decision.by, field(event.meta, 'actor') || '00000000-0000-0000-0000-000000000000'],
    ['role', says.decision.role, field(event.meta, 'role')],
    ['time', says.decision.at, event.at],
  ];
  for (const [what, said, was] of bound) {
    if (said !== was) refuse(`The ${what} in it is not the one in the log: "${said}" is not "${was}".`);
  }
  return head;
}

const noPDF = 'This PDF is no certificate, or its end was changed.';

/**
 * A PDF ends with a comment: the position of the certificate in the file, the key, and a signature
 * over all bytes before the comment.
 */
async function checkPDF(file: Uint8Array, keys: readonly Key[]): Promise<Verdict> {
  const end = Array.from(file.subarray(-1024), (b) => String.fromCharCode(b)).join('');
  const line =
    /\n%proofboard-certificate 1 ([1-9][0-9]{0,8}) ([1-9][0-9]{0,8}) ([^\t\n\f\r ]{1,300}) ([A-Za-z0-9+/]{86}==)\n$/.exec(
      end,
    );
  if (!line) refuse(noPDF);
  const [, offset, length, id = '', encoded = ''] = line;
  const key = find(id, keys);
  const signature = base64(encoded);
  const message = concat(
    utf8.encode('proofboard approval certificate PDF 1\n'),
    file.subarray(0, file.length - encoded.length - 1),
  );
  if (!signature || !signed(key, message, signature)) refuse(changed);
  const from = Number(offset);
  const document = await inflate(file.slice(from, from + Number(length)));
  return { kind: 'PDF', ...checkJSON(document, [key]) };
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('deflate')).getReader();
  const parts: Uint8Array[] = [];
  try {
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return concat(...parts);
      parts.push(value);
      if ((size += value.length) > maxBytes) break;
    }
  } catch {
    // The error is reported below.
  }
  return refuse('The certificate inside this PDF cannot be read.');
}
