/** The largest total size of an upload batch, in bytes (SH-279..SH-285). */
export const batchLimit = 2_147_483_648;

const extensions = new Set(
  'png jpg jpeg gif tif tiff bmp pdf doc docx rtf csv xls xlsx txt ai psd indd zip eps'.split(' '),
);
const allowedName = /^[A-Za-z0-9 \-_.()+]+$/;

export type FileProblem = { title: string; message: string };

function problemOf(file: File): FileProblem | null {
  if (!allowedName.test(file.name)) {
    return {
      title: 'Not supported file name',
      message: 'only accept Alphanumericals(A-Z+a-z+0-9), space( ), dash(-), underscore(_) and dot(.) characters',
    };
  }
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!extensions.has(extension)) {
    return {
      title: 'Not supported file',
      message: `${file.name} is not supported to process. Please use another extension.`,
    };
  }
  if (file.size === 0) return { title: 'Empty file', message: `${file.name} has no content.` };
  return null;
}

/** Returns the error of a batch as a whole, or null. */
function batchProblem(files: File[]): FileProblem | null {
  if (files.length === 0) return { title: 'No files', message: '' };
  const total = files.reduce((sum, file) => sum + file.size, 0);
  if (total <= batchLimit) return null;
  return {
    title: 'Failed',
    message: 'The file size is above 2 GB max limit and cannot be uploaded. Please adjust the file size and try again.',
  };
}

/** Splits a batch into the files that can be sent and the errors of the others. */
export function checkFiles(files: File[]): { good: File[]; problems: FileProblem[] } {
  const all = batchProblem(files);
  if (all) return { good: [], problems: [all] };
  const checked = files.map((file) => ({ file, problem: problemOf(file) }));
  return {
    good: checked.filter(({ problem }) => !problem).map(({ file }) => file),
    problems: checked.flatMap(({ problem }) => problem ?? []),
  };
}

/**
 * Returns the name for the upload-token request: spaces, parentheses and plus become dashes
 * (SH-281).
 */
export function tokenName(name: string): string {
  return name.replace(/[ ()+]/g, '-');
}

/** The files of one place: what the file chooser offers, and the same with its limit in words. */
export type FileKinds = { accept: string; about: string };

/** The files that an order takes. */
export const designFiles: FileKinds = {
  accept: [...extensions].map((extension) => `.${extension}`).join(','),
  about: 'PNG, JPEG, PDF and other design files up to 2 GB',
};

export type Form = { url: string; fields: Record<string, string> };

/**
 * The error for a full disk in the store's answer. It has the same text as the server's own error.
 */
const full = {
  status: 507,
  data: {
    success: false,
    message:
      "The server's disk is full, so nothing was changed. Please tell the people who run it and try again later.",
    error: { reason: 'storage.full' },
  },
};

/**
 * Posts one file to the store with its presigned form: the policy's fields first, the file last.
 */
export function postForm(
  form: Form,
  file: File,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append('file', file);
  return toStore('POST', form.url, body, {}, (sent, total) => onProgress((sent / total) * 100), signal);
}

/** Puts one part of a file to its link. The store refuses it if its bytes do not have this sum. */
export function putPart(
  link: string,
  part: Blob,
  md5: string,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return toStore('PUT', link, part, { 'Content-MD5': md5 }, onSent, signal);
}

function toStore(
  method: string,
  url: string,
  body: FormData | Blob,
  headers: Record<string, string>,
  onSent: (bytes: number, total: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onSent(event.loaded, event.total);
    };
    request.onload = () => {
      if (request.status < 300) return resolve();
      return reject(request.status === full.status ? full : new Error(`The file store answered ${request.status}.`));
    };
    request.onerror = () => reject(new Error('The file store cannot be reached.'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
