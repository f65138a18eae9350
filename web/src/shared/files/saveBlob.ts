/** Saves a file through the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the download has started, and the memory can be freed.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
