import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { confirm, Icon } from '@/ui';
import type { Box } from '../canvas/useVisibleBox';
import type { Markup } from '../markup';
import { unsupportedText } from './file/alerts';
import { type ContextAction, ContextMenu } from './ContextMenu';
import { ImagePage } from './ImagePage';
import { LoadingBar } from './file/LoadingBar';
import { PageFrame } from './PageFrame';
import { PasswordForm } from './file/PasswordForm';
import { FindBar } from './pdf/FindBar';
import type { PdfText } from './pdf/usePdfText';
import type { ProofFile } from './file/proofFile';
import type { Loading } from './file/useFile';
import { usePan } from './zoom/usePan';
import { useStageKeys } from './useStageKeys';
import type { Viewer } from './useViewer';
import { useZoomGestures } from './zoom/useZoomGestures';
import classes from './viewer.module.css';

interface Props {
  name: string;
  loading: Loading;
  viewer: Viewer;
  markup: Markup;
  text: PdfText | null;
  popover: { id: string; label: string; content: ReactNode } | null;
  actions: ContextAction[];
  /** Downloads the original file, for users who may. */
  original: { busy: boolean; run: () => void } | undefined;
  onDelete: (id: string) => void;
  children: ReactNode;
}

interface PageProps extends Pick<Props, 'name' | 'viewer' | 'markup' | 'text'> {
  file: ProofFile;
  number: number;
  box: Box;
}

function Page({ file, number, name, viewer, markup, text, box }: PageProps) {
  const { turn, zoom, layout, pages } = viewer;
  const shown = layout.sizes[number - 1];
  if (!shown) return null;
  if (file.kind === 'img') return <ImagePage url={file.url} name={name} turn={turn} shown={shown} />;
  return (
    text && (
      <file.Page
        file={file}
        number={number}
        size={{ width: shown.width / zoom.scale, height: shown.height / zoom.scale }}
        turn={turn}
        scale={zoom.scale}
        box={box}
        label={`${name}, page ${number} of ${pages.length}`}
        texts={text.texts}
        selectable={markup.state.tool === 'mouse'}
      />
    )
  );
}

/** Says that the browser blocks something that the viewer needs (BD-450). */
function useBlockedNotice(blocked: boolean): void {
  useEffect(() => {
    if (!blocked) return;
    const message = 'You must turn off your ad blocking software to view this annotation';
    void confirm({ type: 'OK', title: 'AdBlock Detected', message, accept: 'Got it!' });
  }, [blocked]);
}

function Message({ loading, name, original }: Pick<Props, 'loading' | 'name' | 'original'>) {
  if (loading.state === 'locked') return <PasswordForm locked={loading} name={name} />;
  const download = original && (
    <Button size="xs" variant="white" color="dark" loading={original.busy} onClick={original.run}>
      Download the file
    </Button>
  );
  if (loading.state === 'unsupported') {
    return (
      <div className={classes.message} role="status">
        <Icon name="file" size={28} />
        <p>{unsupportedText}</p>
        {download}
      </div>
    );
  }
  if (loading.state !== 'failed') return null;
  return (
    <div className={classes.message} role="alert">
      <Icon name="alert" size={28} />
      <p>{loading.message}</p>
      <Button size="xs" variant="white" color="dark" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
      {download}
    </div>
  );
}

/** The file on its dark background. `children` float above it. */
export function Stage(props: Props) {
  const { name, loading, viewer, markup, text, popover, actions, original, onDelete, children } = props;
  const { stage, zoom, layout, shown } = viewer;
  const pan = usePan(stage);
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const onKeyDown = useStageKeys({ viewer, markup, onDelete });
  useZoomGestures(stage, zoom, () => markup.dispatch({ type: 'cancel' }));
  useBlockedNotice(loading.state === 'failed' && loading.blocked);
  const ready = loading.state === 'ready' ? loading : null;
  const [first, last] = shown;
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);

  return (
    <section className={classes.stage} aria-label="Proof">
      {/* The stage scrolls and handles the keys for marking, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={stage}
        className={classes.ground}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="application"
        aria-label={`${name}. With a drawing tool, the arrow keys move a crosshair and Enter places a mark.`}
        data-grip={pan.grip === 'none' && markup.state.tool === 'mouse' ? 'ready' : pan.grip}
        onKeyDown={onKeyDown}
        onPointerDown={pan.start}
        onPointerMove={pan.move}
        onPointerUp={pan.end}
        onPointerCancel={pan.end}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenu({ x: event.clientX, y: event.clientY });
        }}
      >
        {ready && (
          <div className={classes.pages} style={{ width: layout.width, height: layout.height }}>
            {numbers.map((number) => {
              const size = ready.pages[number - 1];
              return (
                size && (
                  <PageFrame
                    key={number}
                    number={number}
                    size={size}
                    viewer={viewer}
                    stage={stage}
                    markup={markup}
                    pans={pan.wanted}
                    popover={popover}
                  >
                    {(box) => (
                      <Page
                        file={ready.file}
                        number={number}
                        name={name}
                        viewer={viewer}
                        markup={markup}
                        text={text}
                        box={box}
                      />
                    )}
                  </PageFrame>
                )
              );
            })}
          </div>
        )}
      </div>
      <Message loading={loading} name={name} original={original} />
      <LoadingBar loading={loading} />
      <ContextMenu at={menu} actions={actions} onClose={() => setMenu(null)} />
      {text?.finding && (
        <FindBar
          find={text.find}
          texts={text.texts}
          viewer={viewer}
          onClose={() => {
            text.setFinding(false);
            stage.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {children}
    </section>
  );
}
