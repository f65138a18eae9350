import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

const picture = { width: 700, height: 800 } as const;

/** Writes a PDF of about 1.7 MB per page, each an uncompressed image. Returns its size in bytes. */
export async function writeLargePdf(path: string, pages: number): Promise<number> {
  const out = createWriteStream(path);
  const places: number[] = [];
  let written = 0;
  const write = async (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    written += bytes.length;
    if (!out.write(bytes)) await once(out, 'drain');
  };
  const object = async (number: number, ...parts: (string | Buffer)[]) => {
    places[number] = written;
    await write(`${number} 0 obj\n`);
    for (const part of parts) await write(part);
    await write('\nendobj\n');
  };
  const page = (n: number) => ({ page: 3 + n * 3, content: 4 + n * 3, picture: 5 + n * 3 });
  await write('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  await object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const kids = Array.from({ length: pages }, (_, n) => `${page(n).page} 0 R`).join(' ');
  await object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`);
  for (let n = 0; n < pages; n += 1) {
    const own = page(n);
    const pixels = Buffer.alloc(picture.width * picture.height * 3);
    for (let i = 0; i < pixels.length; i += 1) pixels[i] = (i * 31 + n * 77 + (i >> 9)) & 0xff;
    const size = `/Width ${picture.width} /Height ${picture.height} /Length ${pixels.length}`;
    const draw = 'q 595 0 0 842 0 0 cm /P Do Q';
    await object(
      own.page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${own.content} 0 R`,
      ` /Resources << /XObject << /P ${own.picture} 0 R >> >> >>`,
    );
    await object(own.content, `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`);
    await object(
      own.picture,
      `<< /Type /XObject /Subtype /Image /ColorSpace /DeviceRGB /BitsPerComponent 8 ${size} >>\nstream\n`,
      pixels,
      '\nendstream',
    );
  }
  const table = written;
  const count = places.length;
  const entries = places.slice(1).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`);
  await write(`xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}`);
  await write(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  out.end();
  await once(out, 'finish');
  return written;
}
