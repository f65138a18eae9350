import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import type { Attachment, Order, Version } from '@/api';
import { OfflineNotice } from '@/shared/OfflineNotice';
import { ApprovalPanel } from '../approval/ApprovalPanel';
import { useOriginal } from '../export/useOriginal';
import { InviteGuest } from '../invite/InviteGuest';
import { PresenceContext, usePresence } from '../presence/usePresence';
import { Viewers } from '../presence/Viewers';
import { useProofSource } from '../source';
import { useScreenFocus } from '../useScreenFocus';
import type { Tab } from '@/shared/threads/threadActions';
import { withWaiting } from '@/shared/threads/waiting';
import { useFile } from '../viewer/file/useFile';
import { useViewer } from '../viewer/useViewer';
import { DecisionBar } from '@/shared/approvals/DecisionBar';
import { DeleteVersion } from './versions/DeleteVersion';
import { ProofHeader } from './bar/ProofHeader';
import { Rail } from './versions/Rail';
import { Review } from './review/Review';
import { pastReason, readOnlyReason, startingTab, tabsOf } from './versions/rules';
import classes from './styles/screen.module.css';
import { SettingsMenu } from './bar/SettingsMenu';
import { TabSwitch } from './bar/TabSwitch';
import { type Detail, useDeepLink } from '@/shared/threads/useDeepLink';
import { useUnopened } from './versions/useUnopened';
import { useFailedToast } from './useFailedToast';
import { VersionActions } from './versions/VersionActions';

interface Props {
  order: Order;
  attachment: Attachment;
  version: Version;
  all: readonly Attachment[];
  role: string;
  /** The position of the log that is shown; undefined for the present. */
  asOf?: string;
  query: { commentId: string | null; public: string | null };
  reloadOrder: () => Promise<Order | undefined>;
}

const none: Detail = { public: [], internal: [] };

export function ProofScreen({ order, attachment, version, all, role, asOf, query, reloadOrder }: Props) {
  const root = useRef<HTMLElement>(null);
  useScreenFocus(root);
  const [chosen, setChosen] = useState<Tab | null>(null);
  const tabs = tabsOf(attachment, role);
  const first = startingTab({ role, wanted: query.public, attachment });
  const tab = chosen && tabs.includes(chosen) ? chosen : first;
  const key = { orderId: order.id, attachmentId: attachment.id, versionId: version.id, asOf };
  const source = useProofSource();
  const { data, askedAt, error, reload } = source.useDetail(key);
  const me = source.useMyId();
  const presence = usePresence(key, asOf === undefined && !source.guest);
  const detail = data ?? none;
  useFailedToast(error);

  const loading = useFile(version, reloadOrder);
  const original = useOriginal(version, reloadOrder, role);
  const viewer = useViewer(loading);

  const [linked, setLinked] = useState<string | null>(null);
  useDeepLink({
    commentId: query.commentId,
    detail: data,
    tabs,
    reload,
    onFound: (topicId, at) => {
      setChosen(at);
      setLinked(topicId);
    },
  });

  const [header, setHeader] = useState<HTMLElement | null>(null);
  const wide = useMediaQuery('(min-width: 1101px)', true);
  const [panel, setPanel] = useState<boolean | null>(null);
  const withPanel = panel ?? wide;
  // On a phone the list of versions covers the proof until the user selects one.
  const [railOf, setRailOf] = useState<string | null>(null);
  const withRail = railOf === version.id;
  const past = asOf === undefined ? null : pastReason;
  const notice = past ?? readOnlyReason(order, attachment, version, tab);
  const counts = useMemo(
    () => ({
      public: detail.public.filter((t) => !t.isResolve).length,
      internal: detail.internal.filter((t) => !t.isResolve).length,
    }),
    [detail],
  );
  const waiting = source.useWaiting();
  const topics = useMemo(
    () => (asOf === undefined ? withWaiting(detail[tab], waiting, version.id, tab) : detail[tab]),
    [detail, tab, waiting, version.id, asOf],
  );
  const paged = loading.state === 'ready' && loading.file.kind === 'pdf';
  const unopened = useUnopened(
    { orderId: order.id, attachmentId: attachment.id, versionId: version.id },
    viewer.seen,
    paged && asOf === undefined && !source.guest ? viewer.pages.length : 0,
  );

  return (
    <main ref={root} className={classes.screen} data-panel={withPanel} data-rail={withRail}>
      <ProofHeader
        order={order}
        attachment={attachment}
        version={version}
        all={all}
        asOf={asOf}
        notice={source.guest ? source.notice : <OfflineNotice />}
        panel={{ shown: withPanel, open: counts[tab], toggle: () => setPanel(!withPanel) }}
        rail={{ shown: withRail, toggle: () => setRailOf(withRail ? null : version.id) }}
        approval={
          !past && !source.guest && attachment.type === 'customerReview' ? (
            <ApprovalPanel key={version.id} order={order} attachment={attachment} version={version} me={me} />
          ) : null
        }
        pages={
          paged && viewer.pages.length > 1 ? { page: viewer.page, count: viewer.pages.length, goTo: viewer.goTo } : null
        }
      >
        {!source.guest && <Viewers presence={presence} me={me} />}
        {tabs.length > 1 && <TabSwitch tabs={tabs} tab={tab} counts={counts} onTab={setChosen} />}
        <span ref={setHeader} className={classes.slot} />
        {!past && !source.guest && (
          <>
            <VersionActions key={version.id} order={order} attachment={attachment} version={version} />
            <InviteGuest orderId={order.id} attachmentId={attachment.id} />
            <div className={classes.decisions}>
              <DecisionBar order={order} attachment={attachment} unopened={unopened} />
            </div>
            <SettingsMenu orderId={order.id} attachment={attachment} />
            <DeleteVersion orderId={order.id} attachment={attachment} version={version} />
          </>
        )}
      </ProofHeader>
      <Rail
        orderId={order.id}
        attachment={attachment}
        current={version.id}
        asOf={asOf}
        loading={loading}
        viewer={viewer}
        topics={topics}
        reload={reloadOrder}
      />
      <PresenceContext value={presence}>
        <Review
          key={version.id}
          order={order}
          attachment={attachment}
          version={version}
          tab={tab}
          topics={topics}
          askedAt={askedAt}
          detailLoading={!data && !error}
          onRetry={!data && error ? () => void reload() : undefined}
          notice={notice}
          role={role}
          loading={loading}
          viewer={viewer}
          linked={linked}
          original={original}
          header={header}
          onPanel={() => setPanel(!withPanel)}
          asOf={asOf}
          reloadOrder={reloadOrder}
        />
      </PresenceContext>
    </main>
  );
}
