import type { RemoteFile } from '../file/remoteFile';
import type { Opening, PdfFile } from '../file/proofFile';
import { openPdf, readsAhead, sizeOfPage } from './open';
import { PdfPage } from './PdfPage';
import { pageSizes } from './pageSizes';

export { startWorker } from './threads';

/**
 * The delay in ms before the sizes of the other pages are read, so that the first page is drawn
 * first.
 */
const restMs = 700;

/** Opens a PDF and shows it. It shows it again each time the sizes of more pages are known. */
export async function openDocument(remote: RemoteFile, opening: Opening): Promise<PdfFile> {
  const { signal, progress, show, locked, stopped } = opening;
  const { document, first, password, end } = await openPdf(remote, { signal, progress, password: locked });
  const sizes = pageSizes(
    document.numPages,
    first,
    (page) => sizeOfPage(document, page),
    () => show(file, sizes.now()),
    signal,
  );
  const file: PdfFile = {
    kind: 'pdf',
    document,
    password,
    Page: PdfPage,
    blob: (tell = () => {}) => remote.whole(signal, tell),
    learn: (page) => void sizes.learn(page).catch(() => undefined),
    stop: () => {
      end();
      stopped();
    },
    close: end,
  };
  show(file, sizes.now());
  // Pages in view come first. A page whose size cannot be read keeps the guessed one.
  if (readsAhead(remote)) setTimeout(() => void sizes.learnAll().catch(() => undefined), restMs);
  return file;
}
