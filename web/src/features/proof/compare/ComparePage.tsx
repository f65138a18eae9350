import { ActionIcon, Select } from '@mantine/core';
import { useEffect } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { type Attachment, useOrderQuery, type Version } from '@/api';
import { date } from '@/lib/dates';
import { setPageTitle } from '@/lib/title';
import { proofPath } from '@/orders/proofPath';
import { Cut, EmptyState, Icon } from '@/ui';
import { ProofSkeleton } from '../screen/ProofSkeleton';
import { findAttachment } from '../screen/rules';
import { type Reload, useFile } from '../viewer/useFile';
import { Compared } from './Compared';
import { ModeSwitch, type Mode } from './Controls';
import classes from './compare.module.css';

const modes: readonly string[] = ['side', 'overlay', 'difference'] satisfies Mode[];
const isMode = (value: string | null): value is Mode => value !== null && modes.includes(value);

interface SidesProps {
  before: Version;
  after: Version;
  mode: Mode;
  reload: Reload;
}

/** Opens both files. */
function Sides({ before, after, mode, reload }: SidesProps) {
  const one = useFile(before, reload);
  const other = useFile(after, reload);
  return <Compared before={{ version: before, loading: one }} after={{ version: after, loading: other }} mode={mode} />;
}

/** `version 3, 21 Nov 2026` */
const optionsOf = ({ versions }: Attachment) =>
  versions.map((v) => ({ value: v.id, label: `v${v.version} · ${date(v.createdAt)}` }));

/** Two versions of an attachment compared; in the address which ones and how, so that it can be shared (BY-027). */
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
  if (error && !order) return <Navigate to="/" replace />;
  if (!order) return <ProofSkeleton />;
  if (!attachment) return <Navigate to={`/orders/detail/${orderId}`} replace />;

  const find = (id: string | null) => attachment.versions.find((v) => v.id === id);
  const after = find(query.get('to')) ?? attachment.versions[0];
  const older = attachment.versions.filter((v) => v.version < (after?.version ?? 0));
  const before = find(query.get('from')) ?? older[0];
  const wanted = query.get('mode');
  const mode = isMode(wanted) ? wanted : 'side';
  const change = (name: string, value: string | null) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        return next;
      },
      { replace: true },
    );

  return (
    <main className={classes.screen}>
      <header className={classes.head}>
        <div className={classes.names}>
          <h1>
            Compare <Cut text={attachment.name} at={48} />
          </h1>
          <p>
            {order.orderId} · <Cut text={order.orderName} at={40} />
          </p>
        </div>
        {before && after && (
          <div className={classes.choice}>
            <Select
              size="xs"
              w={150}
              aria-label="Before"
              allowDeselect={false}
              data={optionsOf(attachment)}
              value={before.id}
              onChange={(id) => change('from', id)}
            />
            <Icon name="arrowRight" size={14} />
            <Select
              size="xs"
              w={150}
              aria-label="After"
              allowDeselect={false}
              data={optionsOf(attachment)}
              value={after.id}
              onChange={(id) => change('to', id)}
            />
            <ModeSwitch mode={mode} onMode={(value) => change('mode', value)} />
          </div>
        )}
        <ActionIcon
          component={Link}
          to={proofPath(orderId, attachmentId, after?.id)}
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Close"
          title="Close"
        >
          <Icon name="close" />
        </ActionIcon>
      </header>
      {before && after ? (
        <Sides
          key={`${before.id} ${after.id}`}
          before={before}
          after={after}
          mode={mode}
          reload={async () => (await refetch()).data?.data.order}
        />
      ) : (
        <EmptyState icon="image" title="There is only one version">
          Once there is another one, both can be compared here.
        </EmptyState>
      )}
    </main>
  );
}
