import { memo, useEffect, useRef, useState } from 'react';
import type { Size } from '../../engine';
import type { PdfFile } from '../file/proofFile';
import type { Viewer } from '../useViewer';
import classes from './pageRail.module.css';
import { drawOnce, place, sizeOf } from './render';

/** The width of a thumbnail in screen pixels. */
const width = 104;

/** Thumbnails are drawn one after the other, so that the page in view does not have to wait. */
let last: Promise<unknown> = Promise.resolve();

async function draw({ document }: PdfFile, number: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const page = await document.getPage(number);
  return drawOnce(page, { by: (width * (window.devicePixelRatio || 1)) / sizeOf(page).width }, signal);
}

interface Props {
  file: PdfFile;
  number: number;
  size: Size;
  current: boolean;
  comments: number;
  onChoose: (page: number) => void;
}

/** A thumbnail of a page. It is drawn when it is near the view and freed when it is not. */
const PageThumb = memo(function PageThumb({ file, number, size, current, comments, onChoose }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!button.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      root: button.current.closest('nav'),
      rootMargin: '200px',
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const host = sheet.current;
    if (!near || !host) return undefined;
    const abort = new AbortController();
    last = last.then(
      () =>
        abort.signal.aborted ||
        draw(file, number, abort.signal).then(
          (canvas) => abort.signal.aborted || place(host, canvas),
          () => undefined, // Without a thumbnail the page number is enough.
        ),
    );
    return () => {
      abort.abort();
      place(host);
    };
  }, [file, number, near]);
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <button
      ref={button}
      type="button"
      className={classes.thumb}
      aria-current={current ? 'page' : undefined}
      onClick={() => onChoose(number)}
    >
      <span ref={sheet} className={classes.sheet} style={{ aspectRatio: `${size.width} / ${size.height}` }} />
      <span className={classes.label}>
        <span>
          <span className="sr-only">Page </span>
          {number}
        </span>
        {comments > 0 && (
          <b>
            {comments}
            <span className="sr-only">{comments === 1 ? ' comment' : ' comments'}</span>
          </b>
        )}
      </span>
    </button>
  );
});

interface RailProps {
  file: PdfFile;
  pages: readonly Size[];
  viewer: Viewer;
  /** The number of comments on each page. */
  comments: ReadonlyMap<number, number>;
}

/** Thumbnails of all pages of a PDF; the current one is highlighted. */
export function PageRail({ file, pages, viewer, comments }: RailProps) {
  return (
    <ol className={classes.pages}>
      {pages.map((size, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- the index identifies the page
        <li key={i}>
          <PageThumb
            file={file}
            number={i + 1}
            size={size}
            current={viewer.page === i + 1}
            comments={comments.get(i + 1) ?? 0}
            onChoose={viewer.goTo}
          />
        </li>
      ))}
    </ol>
  );
}
