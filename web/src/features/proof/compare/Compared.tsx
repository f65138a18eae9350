import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Version } from '@/api';
import { EmptyState, ErrorState } from '@/ui';
import type { Size } from '../engine';
import type { Loading } from '../viewer/file/useFile';
import { useSlow } from '../viewer/file/useSlow';
import { type Camera, fitted, lookingAt } from './camera';
import { DifferenceControls, type Mix, type Mode, OverlayControls, ViewControls } from './Controls';
import classes from './compare.module.css';
import { Layer, Pane } from './Pane';
import { type Tolerance, useDifference, usePair } from './usePair';

interface Props {
  before: { version: Version; loading: Loading };
  after: { version: Version; loading: Loading };
  mode: Mode;
  /** Opens both files again. */
  onRetry: () => void;
}

const countOf = (loading: Loading): number => (loading.state === 'ready' ? loading.pages.length : 0);

/** Returns why two versions cannot be shown and whether a retry may help, or null when they can. */
function trouble(...sides: Props['before'][]): { words: string; passes?: boolean } | null {
  for (const { version, loading } of sides) {
    const name = `Version ${version.version}`;
    if (loading.state === 'unsupported') return { words: `${name} has no preview, so it cannot be compared.` };
    if (loading.state === 'locked') return { words: `${name} is protected by a password. Open it on its own.` };
    if (loading.state === 'failed') return { words: `${name}: ${loading.message}`, passes: true };
  }
  return null;
}

/** Compares two versions of a proof page by page. Both share one camera (BY-027). */
export function Compared({ before, after, mode, onRetry }: Props) {
  const [page, setPage] = useState(1);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [moved, setMoved] = useState<{ of: Size; camera: Camera } | null>(null);
  const [mix, setMix] = useState<Mix>({ opacity: 100, swipe: 50 });
  const [tolerance, setTolerance] = useState<Tolerance>('normal');
  const [looked, setLooked] = useState<{ of: unknown; at: number }>({ of: null, at: -1 });

  const drawing = usePair(before.loading, after.loading, page);
  const pair = drawing.state === 'drawn' ? drawing.pair : null;
  const found = useDifference(pair, tolerance, mode === 'difference');
  const count = Math.max(countOf(before.loading), countOf(after.loading));

  const sheet = pair?.sheet ?? { width: 1, height: 1 };
  const camera = moved?.of === pair?.sheet && moved ? moved.camera : fitted(sheet, room);
  const setCamera = (next: Camera) => setMoved({ of: sheet, camera: next });
  const fit = () => setMoved(null);
  const boxes = found?.state === 'done' ? found.boxes : [];
  const at = looked.of === boxes ? looked.at : -1;
  const step = (by: 1 | -1) => {
    const next = at < 0 ? (by > 0 ? 0 : boxes.length - 1) : (at + by + boxes.length) % boxes.length;
    const box = boxes[next];
    setLooked({ of: boxes, at: next });
    if (box) setCamera(lookingAt(box, room));
  };

  const sides = [before.loading, after.loading];
  const opening = sides.some(({ state }) => state !== 'ready');
  const slow = useSlow(!pair && drawing.state === 'drawing', opening ? 'opening' : page);
  const stop = () => {
    for (const side of sides) {
      if (side.state === 'loading' || side.state === 'reading') side.stop?.();
      else if (!opening && side.state === 'ready' && side.file.kind === 'pdf') side.file.stop();
    }
  };

  const problem = trouble(before, after);
  if (problem) {
    return (
      <ErrorState
        title="These versions cannot be compared"
        message={problem.words}
        onRetry={problem.passes ? onRetry : undefined}
      />
    );
  }
  if (drawing.state === 'failed') {
    return (
      <ErrorState
        title="This page could not be drawn"
        message="One of the files is damaged here, or its store cannot be reached."
        onRetry={onRetry}
      />
    );
  }

  const [was, is] = [`Version ${before.version.version}`, `Version ${after.version.version}`];
  const shared = { camera, onCamera: setCamera, onFit: fit };
  const nothing = (name: string) => (
    <div className={classes.nothing}>
      <EmptyState small icon="file" title={`${name} has no page ${page}`} />
    </div>
  );
  return (
    <>
      <div className={classes.ground} data-mode={mode} aria-busy={!pair}>
        {!pair && !slow && (
          <p className={classes.waiting} role="status">
            Please wait. Reading the files…
          </p>
        )}
        {slow && (
          <div className={classes.slow} role="status">
            {opening ? 'A file takes long to open.' : `Page ${page} takes long to draw.`} You can wait, or stop reading.
            <Button size="xs" variant="white" color="dark" onClick={stop}>
              Stop
            </Button>
          </div>
        )}
        {pair && mode === 'side' && (
          <>
            <Pane label={was} {...shared} onRoom={setRoom}>
              {pair.before ? <Layer page={pair.before} camera={camera} name={was} /> : nothing(was)}
              <b className={classes.tag}>v{before.version.version}</b>
            </Pane>
            <Pane label={is} {...shared}>
              {pair.after ? <Layer page={pair.after} camera={camera} name={is} /> : nothing(is)}
              <b className={classes.tag}>v{after.version.version}</b>
            </Pane>
          </>
        )}
        {pair && mode === 'overlay' && (
          <Pane label={`${is} over ${was}`} {...shared} onRoom={setRoom}>
            {pair.before && <Layer page={pair.before} camera={camera} name={was} />}
            <div
              className={classes.over}
              style={{ opacity: mix.opacity / 100, clipPath: `inset(0 0 0 ${mix.swipe}%)` }}
            >
              {pair.after && <Layer page={pair.after} camera={camera} name={is} />}
            </div>
            <span className={classes.divider} style={{ left: `${mix.swipe}%` }} aria-hidden="true" />
            <b className={classes.tag}>v{before.version.version}</b>
            <b className={classes.tag} data-right>
              v{after.version.version}
            </b>
          </Pane>
        )}
        {pair && mode === 'difference' && (
          <Pane label={`What differs between ${was} and ${is}`} {...shared} onRoom={setRoom}>
            {found?.state === 'done' ? (
              <Layer page={found.picture} camera={camera} name="What differs, in red" />
            ) : (
              pair.after && <Layer page={pair.after} camera={camera} name={is} />
            )}
            {boxes.map((box, i) => (
              <button
                key={`${box.x} ${box.y}`}
                type="button"
                className={classes.box}
                aria-label={`Change ${i + 1} of ${boxes.length}`}
                aria-pressed={i === at}
                style={{
                  left: camera.x + box.x * camera.scale,
                  top: camera.y + box.y * camera.scale,
                  width: box.width * camera.scale,
                  height: box.height * camera.scale,
                }}
                onClick={() => setLooked({ of: boxes, at: i })}
              />
            ))}
          </Pane>
        )}
      </div>
      <footer className={classes.foot}>
        {mode === 'overlay' && <OverlayControls mix={mix} onMix={setMix} />}
        {mode === 'difference' && (
          <DifferenceControls found={found} tolerance={tolerance} onTolerance={setTolerance} at={at} onStep={step} />
        )}
        <span className={classes.spacer} />
        <ViewControls scale={pair && camera.scale} onFit={fit} page={page} count={count} onPage={setPage} />
      </footer>
    </>
  );
}
