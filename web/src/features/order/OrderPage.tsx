import { Button, Skeleton } from '@mantine/core';
import { type ComponentProps, useDeferredValue } from 'react';
import { useSelector } from 'react-redux';
import { Link, useNavigate, useParams } from 'react-router';
import { selectCard } from '@/api/board/board';
import '@/api/board/wholeOrder';
import { useOrderQuery } from '@/api/generated';
import { orderGroup } from '@/shared/command/actions';
import { useOrderGuard } from '@/shared/command/useOrderGuard';
import { ErrorState, Icon, StatusBadge, useShortcuts } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Actions } from './Actions';
import { Attachments, FilesPanel, leadingKind } from './attachments/Attachments';
import { Brief } from './Brief';
import { BulkDownload } from './attachments/BulkDownload';
import { Conversation } from './conversation/Conversation';
import { Facts } from './facts/Facts';
import classes from './order.module.css';
import { Notices } from './Notices';
import { OrderFrame } from './OrderFrame';
import { Rename } from './Rename';
import { Timeline } from './Timeline';

/** One order: its newest proof first, then what it is about, with the facts beside them or in one line. */
export default function OrderPage() {
  const { orderId = '' } = useParams();
  const navigate = useNavigate();
  const { data, error, refetch } = useOrderQuery({ orderId });
  const order = data?.data.order;
  const card = useSelector(selectCard(orderId));
  // The frame is painted first. The content takes several times as long to draw and must not delay
  // it.
  const latest = useDeferredValue(order, undefined);
  const drawn = latest?.id === orderId ? latest : undefined;
  const failure = useOrderGuard(order ? undefined : error);
  useShortcuts([
    {
      keys: 'H',
      what: 'History of this order',
      group: orderGroup,
      icon: 'history',
      run: () => void navigate(`/orders/detail/${orderId}/history`),
    },
  ]);

  if (failure) {
    return (
      <Page title="Order" above={<Link to="/">Board</Link>}>
        <ErrorState message={failure} onRetry={() => void refetch()} />
      </Page>
    );
  }
  const known = drawn ?? order ?? card;
  return (
    <Page
      above={
        known ? (
          <>
            <Link to="/">Board</Link>
            <Icon name="chevronRight" size={12} />
            <span className="tabular">{known.orderId}</span>
          </>
        ) : (
          <Skeleton height={19} width={120} />
        )
      }
      title={
        known ? (
          <>
            {known.orderName}
            <StatusBadge status={known.status} />
          </>
        ) : (
          <>
            <span className="sr-only">Order</span>
            <Skeleton height={29} w={320} maw="100%" />
          </>
        )
      }
      beside={drawn && <Rename order={drawn} />}
      actions={
        <>
          {drawn && <BulkDownload order={drawn} />}
          {known && (
            <Button
              component={Link}
              to={`/orders/detail/${known.id}/history`}
              variant="default"
              className={classes.spare}
              leftSection={<Icon name="history" size={16} />}
            >
              History
            </Button>
          )}
          {drawn && <Actions order={drawn} />}
        </>
      }
    >
      {drawn ? (
        <Content order={drawn} reload={async () => (await refetch()).data?.data.order} />
      ) : (
        <OrderFrame card={card} />
      )}
    </Page>
  );
}

function Content({ order, reload }: ComponentProps<typeof Attachments>) {
  const leading = leadingKind(order);
  return (
    <>
      <Notices order={order} />
      <div className={classes.columns}>
        <div className={classes.what}>
          {leading && <FilesPanel order={order} type={leading} reload={reload} />}
          {!leading && <Brief order={order} />}
          <Conversation orderId={order.id} />
          {leading && <Brief order={order} />}
        </div>
        <Facts order={order} />
        <div className={classes.what}>
          <Attachments order={order} reload={reload} />
          <Timeline orderId={order.id} />
        </div>
      </div>
    </>
  );
}
