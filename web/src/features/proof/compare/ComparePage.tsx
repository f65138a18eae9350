import { ActionIcon } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { useOrderQuery, type Version } from '@/api';
import { setPageTitle } from '@/lib/title';
import { proofPath } from '@/shared/proofPath';
import { useOrderGuard } from '@/shared/command/useOrderGuard';
import { Cut, EmptyState, Icon } from '@/ui';
import { ProofSkeleton } from '../screen/ProofSkeleton';
import { findAttachment } from '../screen/versions/rules';
import { Unread } from '../screen/Unread';
import type { Reload } from '@/shared/files/versionLink';
import { useFile } from '../viewer/file/useFile';
import { Compared } from './Compared';
import { ModeSwitch, type Mode } from './Controls';
import classes from './compare.module.css';
import { useScreenFocus } from '../useScreenFocus';
import { sidesOf } from './sides';
import { VersionSelect } from './VersionSelect';

const modes: readonly string[] = ['side', 'overlay', 'difference'] satisfies Mode[];
const isMode = (value: string | null): value is Mode => value !== null && modes.includes(value);

interface SidesProps {
  before: Version;
  after: Version;
  mode: Mode;
  reload: Reload;
  onRetry: () => void;
}

/** Opens both files and shows them compared. */
function Sides({ before, after, mode, reload, onRetry }: SidesProps) {
  const one = useFile(before, reload);
  const other = useFile(after, reload);
  return (
    <Compared
      before={{ version: before, loading: one }}
      after={{ version: after, loading: other }}
      mode={mode}
      onRetry={onRetry}
    />
  );
}

/** The whole screen. Opening it moves the focus to its heading. */
function CompareScreen({ children }: { children: ReactNode }) {
  const root = useRef<HTMLElement>(null);
  useScreenFocus(root);
  return (
    <main ref={root} className={classes.screen}>
      {children}
    </main>
  );
}

/**
 * Compares two versions of an attachment. The address holds the versions and the mode, so that it
 * can be shared (BY-027).
 */
export default function ComparePage() {
  const { orderId = '', attachmentId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const { currentData, error, refetch } = useOrderQuery({ orderId }, { refetchOnMountOrArgChange: 30 });
  const order = currentData?.data.order;
  const attachment = order && findAttachment(order, attachmentId)?.attachment;
  useEffect(() => {
    setPageTitle(attachment ? `Compare ${attachment.name}` : 'Compare');
    return () => setPageTitle('');
  }, [attachment]);
  const [tries, setTries] = useState(0);
  const failure = useOrderGuard(order ? undefined : error);
  if (failure) return <Unread orderId={orderId} message={failure} onRetry={() => void refetch()} />;
  if (!order) return <ProofSkeleton />;
  if (!attachment) return <Navigate to={`/orders/detail/${orderId}`} replace />;

  const sides = sidesOf(attachment.versions, query.get('from'), query.get('to'));
  const cameFrom = attachment.versions.find(({ id }) => id === query.get('to')) ?? attachment.versions[0];
  const wanted = query.get('mode');
  const mode = isMode(wanted) ? wanted : 'side';
  const change = (values: Record<string, string | null>) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) if (value) next.set(name, value);
        return next;
      },
      { replace: true },
    );

  return (
    <CompareScreen>
      <header className={classes.head}>
        <div className={classes.names}>
          <h1 tabIndex={-1}>
            Compare <Cut text={attachment.name} at={48} />
          </h1>
          <p>
            {order.orderId} · <Cut text={order.orderName} at={40} />
          </p>
        </div>
        {sides && (
          <div className={classes.choice}>
            <VersionSelect
              label="Before"
              attachment={attachment}
              value={sides.before.id}
              onChange={(id) => change({ from: id, to: sides.after.id })}
            />
            <Icon name="arrowRight" size={14} />
            <VersionSelect
              label="After"
              attachment={attachment}
              value={sides.after.id}
              onChange={(id) => change({ from: sides.before.id, to: id })}
            />
            <ModeSwitch mode={mode} onMode={(value) => change({ mode: value })} />
          </div>
        )}
        <ActionIcon
          component={Link}
          to={proofPath(orderId, attachmentId, cameFrom?.id)}
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Close"
          title="Close"
        >
          <Icon name="close" />
        </ActionIcon>
      </header>
      {sides ? (
        <Sides
          key={`${sides.before.id} ${sides.after.id} ${tries}`}
          before={sides.before}
          after={sides.after}
          mode={mode}
          reload={async () => (await refetch()).data?.data.order}
          onRetry={() => {
            void refetch(); // Reading the order again returns fresh links to the files.
            setTries(tries + 1);
          }}
        />
      ) : (
        <EmptyState icon="image" title="There is only one version">
          Once there is another one, both can be compared here.
        </EmptyState>
      )}
    </CompareScreen>
  );
}
