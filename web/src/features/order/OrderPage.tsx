import { Button, Skeleton } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { useOrderQuery } from '@/api/generated';
import { orderNumber } from '@/lib/text';
import { useOrderGuard } from '@/orders/useOrderGuard';
import { ErrorState, Icon, StatusBadge, useShortcuts } from '@/ui';
import { Page } from '@/ui/Page';
import { Actions } from './Actions';
import { Attachments } from './Attachments';
import { Brief } from './Brief';
import { BulkDownload } from './BulkDownload';
import { Facts } from './Facts';
import classes from './order.module.css';
import { Notices } from './Notices';
import { Rename } from './Rename';
import { Timeline } from './Timeline';

/** One order: what on the left, facts and what one can do on the right. */
export default function OrderPage() {
  const { orderId = '' } = useParams();
  const navigate = useNavigate();
  const { data, error, refetch } = useOrderQuery({ orderId });
  const order = data?.data.order;
  const failure = useOrderGuard(order ? undefined : error);
  useShortcuts([
    {
      keys: 'H',
      what: 'History of this order',
      group: 'Order',
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
  if (!order) return <OrderSkeleton />;
  return (
    <Page
      above={
        <>
          <Link to="/">Board</Link>
          <Icon name="chevronRight" size={12} />
          <span className="tabular">{orderNumber(order.orderId)}</span>
        </>
      }
      title={
        <>
          {order.orderName}
          <StatusBadge status={order.status} />
        </>
      }
      beside={<Rename order={order} />}
      actions={
        <>
          <BulkDownload order={order} />
          <Button
            component={Link}
            to={`/orders/detail/${order.id}/history`}
            variant="default"
            leftSection={<Icon name="history" size={16} />}
          >
            History
          </Button>
          <Actions order={order} />
        </>
      }
    >
      <Notices order={order} />
      <div className={classes.columns}>
        <div className={classes.what}>
          <Brief order={order} />
          <Attachments order={order} reload={async () => (await refetch()).data?.data.order} />
          <Timeline orderId={order.id} />
        </div>
        <Facts order={order} />
      </div>
    </Page>
  );
}

function OrderSkeleton() {
  return (
    <Page
      title={
        <>
          <span className="sr-only">Order</span>
          <Skeleton height={29} w={320} maw="100%" />
        </>
      }
      above={<Skeleton height={19} width={120} />}
    >
      <div className={classes.columns} role="status" aria-label="Loading the order">
        <div className={classes.what}>
          <Skeleton height={150} radius={10} />
          <Skeleton height={300} radius={10} />
        </div>
        <Skeleton height={420} radius={10} />
      </div>
    </Page>
  );
}
