import { refuse } from './bytes';

/** An event as it is stored in the log. */
export interface Leaf {
  position: bigint;
  stream: string;
  streamType: string;
  type: string;
  data: Fields;
  meta: Fields;
  at: string;
}

export type Fields = Record<string, unknown>;

const broken = 'The event in it cannot be read.';

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Parses the record of an event: the byte 1, then nine fields, each after its length, which is
 * 0xffffffff for none.
 */
export function readRecord(record: Uint8Array): Leaf {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  if (record[0] !== 1) refuse(broken);
  const fields: (Uint8Array | null)[] = [];
  let at = 1;
  while (fields.length < 9) {
    if (at + 4 > record.length) refuse(broken);
    const length = view.getUint32(at);
    at += 4;
    if (length === 0xffffffff) {
      fields.push(null);
      continue;
    }
    if (at + length > record.length) refuse(broken);
    fields.push(record.subarray(at, at + length));
    at += length;
  }
  if (at !== record.length) refuse(broken);
  const sized = (i: number, length: number): DataView => {
    const field = fields[i];
    if (field?.length !== length) refuse(broken);
    return new DataView(field.buffer, field.byteOffset, length);
  };
  const string = (i: number) => lenient.decode(fields[i] ?? new Uint8Array());
  sized(2, 4);
  return {
    position: sized(0, 8).getBigInt64(0),
    stream: uuid(sized(1, 16)),
    streamType: string(3),
    type: string(4),
    data: object(string(5)),
    meta: object(string(6)),
    at: time(sized(8, 8).getBigInt64(0)),
  };
}

function uuid(bytes: DataView): string {
  const hex = Array.from({ length: 16 }, (_, i) => bytes.getUint8(i).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function object(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {
    // The error is reported below.
  }
  return refuse(broken);
}

/** Formats microseconds since 1970 as the time of a certificate. */
function time(micros: bigint): string {
  const rest = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = Number((micros - rest) / 1_000_000n);
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) refuse(broken);
  return date.toISOString().replace(/\.000Z$/, `.${String(rest).padStart(6, '0')}Z`);
}

/** Returns a field that is a string. It is empty if the field is absent or null. */
export function field(of: Fields, name: string): string {
  const value = Object.hasOwn(of, name) ? of[name] : null;
  if (value === null) return '';
  return typeof value === 'string' ? value : refuse(broken);
}
