import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { check } from './check';
import { scanned, show } from './show';

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`#${id} is missing`);
  return found;
}

const [drop, input] = [element('drop', HTMLElement), element('file', HTMLInputElement)];
const [keys, keyFile] = [element('keys', HTMLTextAreaElement), element('keyFile', HTMLInputElement)];
const [verdict, compare] = [element('verdict', HTMLElement), element('compare', HTMLElement)];
const [approved, compared] = [element('approved', HTMLInputElement), element('compared', HTMLElement)];

let certificate: File | null = null;
let hash = '';
let turn = 0;

async function run(): Promise<void> {
  if (!certificate) return;
  const mine = ++turn;
  const file = certificate;
  const result = await check(new Uint8Array(await file.arrayBuffer()), keys.value);
  if (mine !== turn) return; // Another file was chosen meanwhile.
  hash = result.valid ? result.certificate.file.sha256 : '';
  compare.hidden = !result.valid;
  compared.textContent = '';
  approved.value = '';
  show(result, file.name, scanned(location.hash), verdict);
}

function choose(file: File | undefined | null): void {
  if (!file) return;
  certificate = file;
  void run();
}

/** Returns the SHA-256 of a file of any size. */
async function digest(file: File): Promise<string> {
  const sum = sha256.create();
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytesToHex(sum.digest());
    sum.update(value);
  }
}

async function compareWith(file: File): Promise<void> {
  compared.className = '';
  compared.textContent = 'Reading …';
  const same = (await digest(file)) === hash;
  compared.className = same ? 'same' : 'other';
  compared.textContent = same
    ? `✓ “${file.name}” is the file that was approved, to the byte.`
    : `✗ “${file.name}” is not the file that was approved.`;
}

input.addEventListener('change', () => choose(input.files?.[0]));
input.addEventListener('click', () => (input.value = '')); // The same file can be chosen again.
keys.addEventListener('change', () => void run());
keyFile.addEventListener('change', () => {
  void keyFile.files?.[0]?.text().then((text) => {
    keys.value = text.trim();
    return run();
  });
});
approved.addEventListener('change', () => {
  const [file] = approved.files ?? [];
  if (file) void compareWith(file);
});
for (const type of ['dragenter', 'dragover']) {
  document.addEventListener(type, (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
}
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) drop.classList.remove('over');
});
document.addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  choose(event.dataTransfer?.files[0]);
});

const known = document.querySelector<HTMLMetaElement>('meta[name="log-keys"]')?.content ?? '';
keys.value = known.split(' ').join('\n');
element('keyBox', HTMLDetailsElement).open = known === '';
element('download', HTMLAnchorElement).hidden = location.protocol === 'file:';

/** The check of this page, for tests and the console. */
declare global {
  interface Window {
    checkCertificate: typeof check;
  }
}
window.checkCertificate = check;
