import { useSearchParams } from 'react-router';
import { useAbility } from '@/api/hooks';
import { type OrderReport, useOrderReportQuery, useOrdersBehindPagesInfiniteQuery } from '@/api/reports';
import { duration } from '@/lib/format/duration';
import { statusLabel } from '@/lib/format/status';
import { EmptyState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import { Behind } from './Behind';
import { ThroughputPanel, Totals } from './FlowPanels';
import { Limits } from './Limits';
import { Loaded } from './Loaded';
import { type Asked, askedOrders, orderQuery } from './params';
import { PlacedPanel } from './PlacedPanel';
import { HoursPanel, LeadTimePanel, RevisionsPanel } from './WorkPanels';
import classes from './reporting.module.css';
import { count, partText, revisionText, sum, working } from './words';

/** `/reporting/order`: what became of orders in a time (SH-091). */
export default function OrderReportPage() {
  const own = useAbility('nav-customer-reporting');
  const every = useAbility('nav-user-reporting');
  const able = own || every;
  const [search] = useSearchParams();
  const args = orderQuery(search);
  const query = useOrderReportQuery(args, { skip: !able, refetchOnMountOrArgChange: true });
  if (!able) return <NotForYou />;
  const report = query.data?.data;
  const asked = askedOrders(search);
  return (
    <Page title="Order Reporting" above={every ? 'Figures about orders' : 'Figures about the orders of your account'}>
      <Limits
        period={report?.period}
        keys={['clientId', 'customerId', 'serviceId', 'creatorId', 'operatorId']}
        withStep
        file="/reports/orders/export"
        query={args}
      />
      <Loaded query={query}>{({ data }) => <Report report={data} by={args.by ?? 'status'} />}</Loaded>
      {report && asked && <OrdersBehind key={search.toString()} asked={asked} report={report} />}
    </Page>
  );
}

/** Reports whether a period has nothing to count. */
const isEmpty = ({ placed, completed, cancelled, worked }: OrderReport): boolean =>
  sum([placed, completed, cancelled, worked].map(sum)) === 0;

function Report({ report, by }: { report: OrderReport; by: 'status' | 'service' | 'creator' }) {
  const { period } = report;
  if (isEmpty(report)) {
    return (
      <EmptyState icon="chart" title="Nothing in this time">
        No order was placed, completed or cancelled, and nobody worked on one. Choose a longer time or fewer limits.
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.note}>
        Days are those of the provider&rsquo;s time zone, {period.zone}. Lead times count its business hours
        {report.daySeconds > 0 && report.daySeconds < 86_400 && <>: a working day has {duration(report.daySeconds)}</>}.
      </p>
      <Totals report={report} />
      <PlacedPanel report={report} by={by} />
      <ThroughputPanel report={report} />
      <LeadTimePanel report={report} />
      <RevisionsPanel report={report} />
      <HoursPanel report={report} />
    </>
  );
}

/** Names the figure whose orders are shown. */
function titleOf({ figure, part, group, status, revisions }: Asked, { groups, period }: OrderReport): string {
  const when = part ? `, ${partText(part, period)}` : '';
  switch (figure) {
    case 'placed': {
      const name = groups.find(({ key }) => key === group)?.name;
      return `Orders placed${name ? `: ${name}` : ''}${when}`;
    }
    case 'completed':
      return `Orders completed${when}`;
    case 'cancelled':
      return `Orders cancelled${when}`;
    case 'stage':
      return `Completed orders that were ${statusLabel(status ?? '')}`;
    case 'revisions':
      return `Orders with proofs by revisions: ${revisionText(revisions ?? 0)}`;
    case 'worked':
      return `Orders worked on${when}`;
    case 'allocated':
      return 'Completed orders with allocated hours';
    case 'over':
      return 'Orders over their allocated hours';
  }
}

function OrdersBehind({ asked, report }: { asked: Asked; report: OrderReport }) {
  const [search] = useSearchParams();
  const { status, ...figure } = asked;
  const query = useOrdersBehindPagesInfiniteQuery({
    ...orderQuery(search),
    ...figure,
    ...(status && { status: status as NonNullable<OrderReport['lead']['status']> }),
  });
  const values: Partial<Record<Asked['figure'], (value: number) => string>> = {
    completed: (seconds) => working(seconds, report.daySeconds),
    stage: (seconds) => working(seconds, report.daySeconds),
    revisions: (proofs) => `${count(proofs)} ${proofs === 1 ? 'proof' : 'proofs'}`,
    worked: duration,
    allocated: (seconds) => `${duration(seconds)} worked`,
    over: (seconds) => `${duration(seconds)} worked`,
  };
  return <Behind title={titleOf(asked, report)} query={query} value={values[asked.figure]} />;
}
