import { lazy, Suspense } from 'react';
import type { EditorProps } from './editor/Editor';
import classes from './threads.module.css';

const Editor = lazy(() => import('./editor/Editor'));

/** The composer; its editor is loaded when the first one shows, and takes its place without moving anything. */
export function Composer(props: EditorProps) {
  return (
    <Suspense fallback={<div className={classes.waiting} role="status" aria-label="Loading the editor" />}>
      <Editor {...props} />
    </Suspense>
  );
}
