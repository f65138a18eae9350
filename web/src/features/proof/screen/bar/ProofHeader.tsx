import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Attachment, Order, Version } from '@/api';
import { Cut, Icon } from '@/ui';
import { Checked } from './Checked';
import { FirstPageOnly } from './FirstPageOnly';
import { idle } from '@/ui/idle';
import { useProofSource } from '../../source';
import classes from '../styles/screen.module.css';

interface Props {
  order: Order;
  attachment: Attachment;
  version: Version;
  /** The attachments with a version to show, in order. */
  all: readonly Attachment[];
  /** The position of the log that is shown; undefined for the present. */
  asOf?: string;
  /** The page of a file that has several. */
  pages: { page: number; count: number; goTo: (page: number) => void } | null;
  /** Whether the comments show beside the proof, and how many are open. */
  panel: { shown: boolean; open: number; toggle: () => void };
  /** Whether the versions show over the proof, where there is no room beside it. */
  rail: { shown: boolean; toggle: () => void };
  /** A notice below the header. */
  notice: ReactNode;
  /** How far the approval has come, below the header. */
  approval: ReactNode;
  children: ReactNode;
}

function Neighbours({ order, attachment, all, asOf }: Pick<Props, 'order' | 'attachment' | 'all' | 'asOf'>) {
  const navigate = useNavigate();
  const { path } = useProofSource();
  const at = all.findIndex((a) => a.id === attachment.id);
  if (all.length < 2) return null;
  const buttons = [
    { label: 'Previous attachment', icon: 'chevronLeft', to: all[at - 1] },
    { label: 'Next attachment', icon: 'chevronRight', to: all[at + 1] },
  ] as const;
  return (
    <span className={classes.pair}>
      {buttons.map(({ label, icon, to }) => (
        <Tooltip key={label} label={to ? `${label}: ${to.name}` : label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={label}
            disabled={!to}
            onClick={() => to && void navigate(path(order.id, to.id, undefined, asOf))}
          >
            <Icon name={icon} size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  );
}

/** Shows file name and version, the Checked badge, the pages of a PDF, the actions, and Close. */
export function ProofHeader(props: Props) {
  const { order, attachment, version, all, asOf, pages, panel, rail, notice, approval, children } = props;
  const { guest, about, logo } = useProofSource();
  const [more, setMore] = useState(false);
  return (
    <header className={classes.header} data-more={more}>
      <div className={classes.title}>
        {logo && <span className={classes.brand}>{logo}</span>}
        <Neighbours order={order} attachment={attachment} all={all} asOf={asOf} />
        <div className={classes.names}>
          <h1 tabIndex={-1}>
            <Cut text={version.fileName} at={48} />
            <span className={classes.version}>v{version.version}</span>
            <Checked version={version} />
            <FirstPageOnly version={version} />
            {asOf !== undefined && <span className={classes.cleared}>As it was</span>}
          </h1>
          <p>
            {!guest && `${order.orderId} · `}
            <Cut text={order.orderName} at={40} />
            {about}
          </p>
        </div>
      </div>
      {pages && (
        <div className={classes.pageOf}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label="Previous page"
            {...idle(pages.page <= 1)}
            onClick={() => pages.page > 1 && pages.goTo(pages.page - 1)}
          >
            <Icon name="chevronUp" size={15} />
          </ActionIcon>
          <span className="tabular" aria-live="polite">
            page {pages.page} of {pages.count}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label="Next page"
            {...idle(pages.page >= pages.count)}
            onClick={() => pages.page < pages.count && pages.goTo(pages.page + 1)}
          >
            <Icon name="chevronDown" size={15} />
          </ActionIcon>
        </div>
      )}
      <span className={classes.narrow}>
        <Button size="xs" variant="default" aria-expanded={rail.shown} onClick={rail.toggle}>
          List of versions
        </Button>
        <Button size="xs" variant="default" aria-expanded={more} onClick={() => setMore(!more)}>
          More
        </Button>
      </span>
      <div className={classes.actions}>{children}</div>
      <span className={classes.pair}>
        <Tooltip label={panel.shown ? 'Hide the comments (M)' : 'Show the comments (M)'}>
          <Button
            variant="subtle"
            color="gray"
            h={32}
            px={8}
            aria-label={`Comments, ${panel.open} open`}
            aria-pressed={panel.shown}
            onClick={panel.toggle}
          >
            <Icon name="sidebar" style={{ rotate: '180deg' }} />
            <span className={classes.handle}>
              Comments <span className={classes.badge}>{panel.open}</span>
            </span>
          </Button>
        </Tooltip>
        {!guest && (
          <ActionIcon
            component={Link}
            to={asOf === undefined ? `/orders/detail/${order.id}` : `/orders/detail/${order.id}/history?at=${asOf}`}
            variant="subtle"
            color="gray"
            size={32}
            aria-label="Close"
            title="Close"
          >
            <Icon name="close" />
          </ActionIcon>
        )}
      </span>
      {approval}
      <div className={classes.offline}>{notice}</div>
    </header>
  );
}
