import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Icon } from '@/ui';
import type { Markup } from '../markup';
import { unsupportedText } from './alerts';
import { type ContextAction, ContextMenu } from './ContextMenu';
import { ImagePage } from './ImagePage';
import { LoadingBar } from './LoadingBar';
import { PageFrame } from './PageFrame';
import { PdfPage } from './PdfPage';
import type { Loading, ProofFile } from './useFile';
import { usePan } from './usePan';
import { useStageKeys } from './useStageKeys';
import type { Viewer } from './useViewer';
import classes from './viewer.module.css';

interface Props {
  name: string;
  loading: Loading;
  viewer: Viewer;
  markup: Markup;
  popover: { id: string; label: string; content: ReactNode } | null;
  actions: ContextAction[];
  /** Downloads the file as it is, where the person may. */
  original: { busy: boolean; run: () => void } | undefined;
  onDelete: (id: string) => void;
  children: ReactNode;
}

function Page({ file, number, name, viewer }: { file: ProofFile; number: number; name: string; viewer: Viewer }) {
  const size = file.pages[number - 1];
  const label = `${name}, page ${number} of ${file.pages.length}`;
  if (file.kind === 'image') return <ImagePage url={file.url} name={name} />;
  return size ? (
    <PdfPage document={file.document} number={number} size={size} scale={viewer.zoom.scale} label={label} />
  ) : null;
}

function Message({ loading, original }: Pick<Props, 'loading' | 'original'>) {
  if (loading.state === 'unsupported') {
    return (
      <div className={classes.message} role="status">
        <Icon name="file" size={28} />
        <p>{unsupportedText}</p>
        {original && (
          <Button size="xs" variant="white" color="dark" loading={original.busy} onClick={original.run}>
            Download the file
          </Button>
        )}
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
    </div>
  );
}

/** The file on its dark ground. `children` float above it. */
export function Stage({ name, loading, viewer, markup, popover, actions, original, onDelete, children }: Props) {
  const { stage, zoom } = viewer;
  const pan = usePan(stage);
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const onKeyDown = useStageKeys({ viewer, markup, onDelete });
  const file = loading.state === 'ready' ? loading.file : null;

  return (
    <section className={classes.stage} aria-label="Proof">
      {/* The ground scrolls and takes the keys of marking, so it has to be reachable by keyboard. */}
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
        {file && (
          <div className={classes.pages}>
            {file.pages.map((size, i) => (
              <PageFrame
                // oxlint-disable-next-line react/no-array-index-key -- pages have no other name
                key={i}
                number={i + 1}
                size={size}
                scale={zoom.scale}
                stage={stage}
                markup={markup}
                pans={pan.wanted}
                popover={popover}
              >
                <Page file={file} number={i + 1} name={name} viewer={viewer} />
              </PageFrame>
            ))}
          </div>
        )}
      </div>
      <Message loading={loading} original={original} />
      <LoadingBar loading={loading} />
      <ContextMenu at={menu} actions={actions} onClose={() => setMenu(null)} />
      {children}
    </section>
  );
}
