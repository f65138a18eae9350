import { refuse } from './bytes';

/** An approval certificate. The fields have the order of the file. */
export interface Certificate {
  product: string;
  kind: string;
  format: number;
  order: string;
  attachment: string;
  version: { id: string; number: number };
  file: { name: string; size: number; sha256: string };
  decision: { event: string; by: string; role: string; at: string };
  tabs: string[];
  annotations: Annotation[];
  /** What made the approval stale before the certificate was issued. Absent for nothing. */
  changedSince?: { what: string; count: number }[];
  proof: { position: number; record: string; path: string[]; head: string };
  key: string;
  signature: string;
}

export interface Annotation {
  id: string;
  tab: string;
  page: number;
  state: string;
  mark: string;
  comments: number;
}

const notOne = 'This is no approval certificate, or it was changed: it is not written as certificates are.';

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : refuse(notOne);

function string(of: Fields, name: string, form: RegExp = /^/): string {
  const value = of[name];
  // Half of a surrogate pair is not a character.
  return typeof value === 'string' && form.test(value) && value.isWellFormed() ? value : refuse(notOne);
}

function count(of: Fields, name: string, from: number): number {
  const value = of[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= from ? value : refuse(notOne);
}

const list = (of: Fields, name: string): readonly unknown[] => {
  const value = of[name];
  return Array.isArray(value) ? value : refuse(notOne);
};

const texts = (of: Fields, name: string): string[] =>
  list(of, name).map((value) => (typeof value === 'string' ? value : refuse(notOne)));

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const hash = /^[0-9a-f]{64}$/;

function annotation(value: unknown, tabs: readonly string[]): Annotation {
  const of = fieldsOf(value);
  const tab = string(of, 'tab');
  if (!tabs.includes(tab)) refuse(notOne);
  return {
    id: string(of, 'id', id),
    tab,
    page: count(of, 'page', 0),
    state: string(of, 'state', /^(open|resolved)$/),
    mark: string(of, 'mark', /^([0-9a-f]{64})?$/),
    comments: count(of, 'comments', 0),
  };
}

/** Encodes a certificate in its canonical form. Encoding a parsed certificate gives its text again. */
export const encode = (certificate: Certificate): string =>
  `${JSON.stringify(certificate, null, 2).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

/** Parses a certificate. It rejects any text that is not in the canonical form. */
export function decode(text: string): Certificate {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    refuse(notOne);
  }
  const of = fieldsOf(parsed);
  const [version, file, decision, proof] = [of['version'], of['file'], of['decision'], of['proof']].map(fieldsOf) as [
    Fields,
    Fields,
    Fields,
    Fields,
  ];
  const tabs = texts(of, 'tabs');
  if (tabs.join() !== 'internal,public' && tabs.join() !== 'public') refuse(notOne);
  // The fields are in the order of the file.
  const certificate: Certificate = {
    product: string(of, 'product', /^Proofboard$/),
    kind: string(of, 'kind', /^approval certificate$/),
    format: count(of, 'format', 1),
    order: string(of, 'order', id),
    attachment: string(of, 'attachment', id),
    version: { id: string(version, 'id', id), number: count(version, 'number', 1) },
    file: {
      name: string(file, 'name', /^[^\0]+$/),
      size: count(file, 'size', 1),
      sha256: string(file, 'sha256', hash),
    },
    decision: {
      event: string(decision, 'event'),
      by: string(decision, 'by', id),
      role: string(decision, 'role', /^[a-z_]{1,40}$/),
      at: string(decision, 'at'),
    },
    tabs,
    annotations: list(of, 'annotations').map((value) => annotation(value, tabs)),
    ...('changedSince' in of && {
      changedSince: list(of, 'changedSince')
        .map(fieldsOf)
        .map((change) => ({
          what: string(change, 'what', /^(replaced|opened|edited|moved|reopened|deleted)$/),
          count: count(change, 'count', 1),
        })),
    }),
    proof: {
      position: count(proof, 'position', 1),
      record: string(proof, 'record'),
      path: texts(proof, 'path'),
      head: string(proof, 'head'),
    },
    key: string(of, 'key'),
    signature: string(of, 'signature'),
  };
  if (certificate.format !== 1 || encode(certificate) !== text) refuse(notOne);
  return certificate;
}
