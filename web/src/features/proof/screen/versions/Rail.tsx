import { Button, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Attachment, Topic } from '@/api';
import type { Reload } from '@/shared/files/versionLink';
import { comparePath } from '@/shared/proofPath';
import { pageOf } from '../../engine';
import { useProofSource } from '../../source';
import type { Loading } from '../../viewer/file/useFile';
import type { Viewer } from '../../viewer/useViewer';
import { NewVersion } from './NewVersion';
import classes from '../styles/screen.module.css';
import { VersionRail } from './VersionRail';

const PageRail = lazy(() => import('../../viewer/pdf/PageRail').then((module) => ({ default: module.PageRail })));

interface Props {
  orderId: string;
  attachment: Attachment;
  /** The id of the version on the screen. */
  current: string;
  asOf?: string;
  loading: Loading;
  viewer: Viewer;
  topics: readonly Topic[];
  reload: Reload;
}

/** Returns the number of open comments on each page. */
function openByPage(topics: readonly Topic[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { annotation, isResolve } of topics) {
    const page = isResolve ? null : pageOf(annotation);
    if (page !== null) counts.set(page, (counts.get(page) ?? 0) + 1);
  }
  return counts;
}

/** The left rail: the versions of the proof, and the pages of a document that has several. */
export function Rail({ orderId, attachment, current, asOf, loading, viewer, topics, reload }: Props) {
  const { guest } = useProofSource();
  const [shown, setShown] = useState<'versions' | 'pages'>('versions');
  const comments = useMemo(() => openByPage(topics), [topics]);
  const pdf = loading.state === 'ready' && loading.file.kind === 'pdf' && loading.pages.length > 1 ? loading : null;
  const pages = shown === 'pages' ? pdf : null;
  return (
    <nav className={classes.rail} aria-label={pages ? 'Pages' : 'Versions'}>
      {pdf && (
        <SegmentedControl
          fullWidth
          size="xs"
          mb={10}
          className={classes.railSwitch}
          aria-label="What the list shows"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'versions', label: 'Versions' },
            { value: 'pages', label: 'Pages' },
          ]}
        />
      )}
      {pages && pages.file.kind === 'pdf' ? (
        <Suspense>
          <PageRail file={pages.file} pages={pages.pages} viewer={viewer} comments={comments} />
        </Suspense>
      ) : (
        <>
          {!guest && asOf === undefined && attachment.versions.length > 1 && (
            <Button
              component={Link}
              to={comparePath(orderId, attachment.id, current)}
              fullWidth
              size="xs"
              mb={10}
              variant="default"
              className={classes.railButton}
            >
              Compare
            </Button>
          )}
          {attachment.can.addVersion && !asOf && <NewVersion orderId={orderId} attachment={attachment} />}
          <VersionRail orderId={orderId} attachment={attachment} current={current} asOf={asOf} reload={reload} />
        </>
      )}
    </nav>
  );
}
