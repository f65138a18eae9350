import { ResponseError } from '@/shared/files/fetchFile';

export const imageAlert = 'File cannot loaded, Please reload your page';
export const stoppedAlert = 'You stopped reading this file because it took too long.';
export const unsupportedText = 'No preview available';

/** Returns the alert for a PDF that could not be opened (BD-447, D-19). */
export function pdfAlert(error: unknown): string {
  if (error instanceof ResponseError) {
    return error.status === 404 || error.status === 410 ? 'Missing PDF file.' : 'Unexpected server response.';
  }
  if (error instanceof Error && error.name === 'InvalidPDFException') return 'Invalid or corrupted PDF file.';
  return 'An error occurred while loading the PDF.';
}
