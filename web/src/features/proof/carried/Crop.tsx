import { useEffect, useRef, useState } from 'react';
import type { Mark } from '../engine';
import type { Loading } from '../viewer/file/useFile';
import { drawPart, partOf } from './crop';
import classes from './carried.module.css';

/** The width in screen pixels. */
const width = 146;

interface Props {
  loading: Loading;
  /** The mark as stored on its own version. */
  mark: Mark;
  label: string;
}

/** Shows the part of the page around a mark as a small image. */
export function Crop({ loading, mark, label }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<'no' | 'yes' | 'nothing'>('no');
  const file = loading.state === 'ready' ? loading.file : null;
  useEffect(() => {
    if (!file) return undefined;
    const abort = new AbortController();
    const place = host.current;
    const sharp = width * (window.devicePixelRatio || 1);
    drawPart(file, mark.page, (size) => partOf(mark, size), sharp, abort.signal).then(
      (canvas) => {
        if (abort.signal.aborted) return;
        setDrawn(canvas ? 'yes' : 'nothing');
        if (canvas) place?.replaceChildren(canvas);
      },
      () => {
        if (!abort.signal.aborted) setDrawn('nothing');
      },
    );
    return () => abort.abort();
  }, [file, mark]);
  const none = drawn === 'nothing' || loading.state === 'failed' || loading.state === 'unsupported';
  return (
    <figure className={classes.crop}>
      <div ref={host} role="img" aria-label={label} data-none={none || undefined} />
      <figcaption>{none ? `${label}: nothing there` : label}</figcaption>
    </figure>
  );
}
