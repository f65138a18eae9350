import { createCipheriv, createHash } from 'node:crypto';
import { degrees, PDFDocument, PDFName, rgb } from '@cantoo/pdf-lib';
import { chunk, png } from '../bench/artwork';

/**
 * A file that is easily exported wrong. Its first page is green and white. The test puts a mark at
 * (40, 40) in page pixels.
 */
export interface OddFile {
  type: 'application/pdf' | 'image/png';
  body: Buffer;
  password?: string;
  /** Set when its pages must be drawn as pictures, because no library can write them. */
  drawn?: true;
}

const green = '0 0.6 0.2 rg';

/** Returns a PDF made of these objects, each as latin1 text. The first object is the catalog. */
function written(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  objects.forEach((body, i) => {
    places.push(length());
    const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    parts.push(Buffer.from(`${i + 1} 0 obj\n`), bytes, Buffer.from('\nendobj\n'));
  });
  const at = length();
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${entries}`),
    Buffer.from(`trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

const stream = (content: string | Buffer, more = ''): Buffer => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${more} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
};

interface Page {
  content: string;
  boxes?: string;
  more?: string;
  kids?: string;
  extra?: readonly (string | Buffer)[];
}

/** Returns a PDF of one page. */
function single({ content, boxes = '/MediaBox [0 0 300 300]', more = '', kids = '3 0 R', extra = [] }: Page): Buffer {
  return written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count 1 /Kids [${kids}] >>`,
    `<< /Type /Page /Parent 2 0 R ${boxes} ${more} /Contents 4 0 R /Resources << >> >>`,
    stream(content),
    ...extra,
  ]);
}

/**
 * Returns a PDF whose catalog lacks its type: browsers show it, but no known library can write it.
 * Each page shows a green square.
 */
export function unwritable(pages: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, i) => i + 4);
  return written([
    '<< /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((n) => `${n} 0 R`).join(' ')}] >>`,
    stream(square),
    ...numbers.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 3 0 R /Resources << >> >>'),
  ]);
}

const square = `${green} 150 150 100 100 re f`;

async function withField(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 300]);
  page.drawRectangle({ x: 150, y: 20, width: 100, height: 100, color: rgb(0, 0.6, 0.2) });
  const field = document.getForm().createTextField('name');
  field.setText('a field');
  field.addToPage(page, { x: 10, y: 150, width: 200, height: 140, backgroundColor: rgb(0.8, 0.9, 1) });
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A note that covers the left half. Its appearance is itself moved and scaled. */
const withAnnotation = (): Buffer =>
  single({
    content: square,
    more: '/Annots [5 0 R]',
    extra: [
      '<< /Type /Annot /Subtype /Stamp /Rect [0 100 200 300] /F 4 /AP << /N 6 0 R >> >>',
      stream('0.8 0.9 1 rg 0 0 50 50 re f', '/Subtype /Form /BBox [0 0 50 50] /Matrix [0 1 -1 0 0 0]'),
    ],
  });

/** Viewers draw this note themselves, above the page. */
const coveredByNote = (): Buffer =>
  single({
    content: square,
    more: '/Annots [5 0 R]',
    extra: [
      '<< /Type /Annot /Subtype /Square /Rect [10 100 200 290] /F 4 /C [0 0 1] /IC [0.8 0.9 1] /BS << /W 4 >> >>',
    ],
  });

async function turned(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 200]);
  page.drawRectangle({ x: 20, y: 20, width: 100, height: 60, color: rgb(0, 0.6, 0.2) });
  page.setRotation(degrees(270));
  page.setCropBox(10, 10, 500, 150);
  page.node.set(PDFName.of('UserUnit'), document.context.obj(2));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

const shade = (x: number, y: number) => (x > 150 && y < 60 ? 0x00_99_33 : 0xff_ff_ff);
const split = (file: Buffer): [Buffer, Buffer] => [file.subarray(0, 33), file.subarray(33)];

/** A PNG whose metadata says that it is rotated by a quarter turn. */
function orientedPng(): Buffer {
  const [head, rest] = split(png(300, 200, shade));
  const exif = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
  return Buffer.concat([head, chunk('eXIf', exif), rest]);
}

/** A PNG with two frames. */
function movingPng(): Buffer {
  const [head, rest] = split(png(300, 200, shade));
  const control = (sequence: number) => {
    const body = Buffer.alloc(26);
    [sequence, 300, 200, 0, 0].forEach((n, i) => body.writeUInt32BE(n, i * 4));
    body.writeUInt16BE(60_000, 20); // The delay of the frame: one minute.
    body.writeUInt16BE(1000, 22);
    return chunk('fcTL', body);
  };
  const data = rest.subarray(8, 8 + rest.readUInt32BE(0));
  const frames = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  const second = chunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), data]));
  const end = rest.subarray(rest.length - 12);
  return Buffer.concat([head, frames, control(0), rest.subarray(0, -12), control(1), second, end]);
}

async function locked(password: string, algorithm: 'AES-256' | 'RC4-40' | 'RC4-128' = 'AES-256'): Promise<Buffer> {
  const document = await PDFDocument.load(single({ content: square }));
  document.encrypt({ userPassword: password, ownerPassword: 'the owner', algorithm, allowWeakCryptography: true });
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

function rc4(key: Buffer, data: Buffer): Buffer {
  const box = Array.from({ length: 256 }, (_, i) => i);
  const swap = (i: number, j: number) => ([box[i], box[j]] = [box[j] ?? 0, box[i] ?? 0]);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (box[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + (box[i] ?? 0)) & 255;
    swap(i, j);
    return byte ^ (box[((box[i] ?? 0) + (box[j] ?? 0)) & 255] ?? 0);
  }) as Buffer;
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/**
 * Returns a PDF encrypted with 128-bit AES that leaves the metadata readable (V 4, R 4). With
 * `password` set, it is needed to read the file; otherwise only the owner password protects it.
 */
function lockedByOwner(password = ''): Buffer {
  const reader = Buffer.concat([Buffer.from(password), padding]).subarray(0, 32);
  const id = Buffer.from('0123456789abcdef');
  const times = (n: number, first: Buffer, step: (value: Buffer, i: number) => Buffer) =>
    Array.from({ length: n }, (_, i) => i).reduce(step, first);
  const xored = (key: Buffer, n: number) => key.map((byte) => byte ^ n) as Buffer;
  const ownerKey = times(51, Buffer.concat([Buffer.from('owner'), padding]).subarray(0, 32), (value) => md5(value));
  const owner = times(20, reader, (value, i) => rc4(xored(ownerKey, i), value));
  const rights = Buffer.alloc(4);
  rights.writeInt32LE(-1028);
  const readable = Buffer.from('ffffffff', 'hex');
  const key = times(50, md5(reader, owner, rights, id, readable), (value) => md5(value));
  const user = Buffer.concat([times(20, md5(padding, id), (value, i) => rc4(xored(key, i), value)), Buffer.alloc(16)]);
  const sealed = (number: number, content: string) => {
    const own = md5(key, Buffer.from([number, 0, 0, 0, 0]), Buffer.from('sAlT'));
    const start = md5(Buffer.from(`start ${number}`));
    const cipher = createCipheriv('aes-128-cbc', own, start);
    return Buffer.concat([start, cipher.update(content, 'latin1'), cipher.final()]);
  };
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  return written(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << >> >>',
      stream(sealed(4, square)),
      `<< /Filter /Standard /V 4 /R 4 /Length 128 /P -1028 /O ${hex(owner)} /U ${hex(user)} /EncryptMetadata false
          /StmF /StdCF /StrF /StdCF /CF << /StdCF << /CFM /AESV2 /AuthEvent /DocOpen /Length 16 >> >> >>`,
    ],
    `/Encrypt 5 0 R /ID [${hex(id)} ${hex(id)}]`,
  );
}

const pdf = (body: Buffer, more: Partial<OddFile> = {}): OddFile => ({ type: 'application/pdf', body, ...more });

/** Returns the test files, keyed by what is unusual about them. */
export async function oddFiles(): Promise<Record<string, OddFile>> {
  return {
    'a crop box beyond its media box': pdf(
      single({ content: square, boxes: '/MediaBox [0 0 300 300] /CropBox [-200 100 280 700]' }),
    ),
    'a scale that is never taken back': pdf(
      single({ content: `0.5 0 0 0.5 0 0 cm ${green} 200 200 300 300 re f q 3 0 0 3 90 90 cm` }),
    ),
    'a state that is taken back too often': pdf(single({ content: `${square} Q Q Q 0.1 0 0 0.1 500 500 cm` })),
    'a form field over the mark': pdf(await withField()),
    'an annotation over the mark': pdf(withAnnotation()),
    'a turned page with a unit of its own': pdf(await turned()),
    'a PNG that lies on its side': { type: 'image/png', body: orientedPng() },
    'a PNG that moves': { type: 'image/png', body: movingPng() },
    // At the width used for the comparison its height is slightly below 1200 pixels.
    'a PNG of a height that is rounded': { type: 'image/png', body: png(1200, 1697, shade) },
    'a password beyond ASCII': pdf(await locked('Pflaüme µ'), { password: 'Pflaüme µ' }),
    'a page tree with a page that is not there': pdf(single({ content: square, kids: '3 0 R 99 0 R' })),
    'a note without an appearance over the mark': pdf(coveredByNote(), { drawn: true }),
    'a catalog that no library reads': pdf(unwritable(1), { drawn: true }),
  };
}

/** Returns locked files. What unlocks them needs no browser, so only the tests of the export read them. */
export async function lockedFiles(): Promise<Record<string, OddFile>> {
  return {
    'an owner who locked all but the metadata': pdf(lockedByOwner()),
    'a password of its reader, with AES of 256 bits': pdf(await locked('asdfasdf'), { password: 'asdfasdf' }),
    'a password of its reader, with RC4 of 128 bits': pdf(await locked('secret', 'RC4-128'), { password: 'secret' }),
    'a password of its reader, with RC4 of 40 bits': pdf(await locked('secret', 'RC4-40'), { password: 'secret' }),
    'a password of its reader, with AES of 128 bits': pdf(lockedByOwner('secret'), { password: 'secret' }),
  };
}
