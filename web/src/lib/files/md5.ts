/** The shifts of the four steps that each round repeats. */
const shifts = Int32Array.of(7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21);

const constants = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));

/** The word that each step takes. */
const places = Int32Array.from({ length: 64 }, (_, i) => ([i, 5 * i + 1, 3 * i + 5, 7 * i][i >> 4] ?? 0) & 15);

const blockSize = 64;
/** Bytes that are summed before the page may do something else. */
const pieceSize = 1 << 20;

/** Adds the blocks of a piece to a sum. */
function mix(sum: Int32Array, view: DataView): void {
  const words = new Int32Array(16);
  let [a0 = 0, b0 = 0, c0 = 0, d0 = 0] = sum;
  for (let at = 0; at < view.byteLength; at += blockSize) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i, true);
    let a = a0;
    let b = b0;
    let c = c0;
    let d = d0;
    for (let i = 0; i < 64; i += 1) {
      let f: number;
      if (i < 16) f = d ^ (b & (c ^ d));
      else if (i < 32) f = c ^ (d & (b ^ c));
      else if (i < 48) f = b ^ c ^ d;
      else f = c ^ (b | ~d);
      const turned = (a + f + (constants[i] ?? 0) + (words[places[i] ?? 0] ?? 0)) | 0;
      const by = shifts[((i >> 4) << 2) | (i & 3)] ?? 0;
      a = d;
      d = c;
      c = b;
      b = (b + ((turned << by) | (turned >>> (32 - by)))) | 0;
    }
    a0 = (a0 + a) | 0;
    b0 = (b0 + b) | 0;
    c0 = (c0 + c) | 0;
    d0 = (d0 + d) | 0;
  }
  sum.set([a0, b0, c0, d0]);
}

/** Returns the end of a file: what does not fill a block, a bit, zeros, and the number of bits. */
function ending(rest: Uint8Array, size: number): DataView {
  const last = new DataView(new ArrayBuffer(rest.length < 56 ? blockSize : 2 * blockSize));
  new Uint8Array(last.buffer).set(rest);
  last.setUint8(rest.length, 0x80);
  last.setUint32(last.byteLength - 8, (size << 3) >>> 0, true);
  last.setUint32(last.byteLength - 4, Math.floor(size / 2 ** 29), true);
  return last;
}

/**
 * Returns the MD5 of a part of a file in base64, which S3 stores compare with the bytes that arrive. The
 * browser's own `crypto.subtle` has no MD5, and is missing on pages without https.
 */
export async function md5(part: Blob): Promise<string> {
  const sum = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  let rest = new Uint8Array();
  for (let at = 0; at < part.size; at += pieceSize) {
    const bytes = await part.slice(at, at + pieceSize).arrayBuffer();
    const whole = bytes.byteLength - (bytes.byteLength % blockSize);
    mix(sum, new DataView(bytes, 0, whole));
    rest = new Uint8Array(bytes, whole);
  }
  mix(sum, ending(rest, part.size));
  return btoa(String.fromCharCode(...new Uint8Array(sum.buffer)));
}
