import type { OrderReport } from '@/api/reports';
import { Panel } from '@/ui/page/Panel';
import { Chart } from './Chart';
import { Figure } from './Figure';
import { Pair } from './Pair';
import classes from './reporting.module.css';
import { colour, count, hours, partLabel, partText, sum, working } from './words';

type Props = { report: OrderReport };

/** The most important figures. */
export function Totals({
  report: { placed, completed, cancelled, worked, lead, daySeconds, revisions, revised },
}: Props) {
  const proofs = sum(revisions);
  const totals: { name: string; figure: string; value: number; text: string; more?: string }[] = [
    { name: 'Placed', figure: 'placed', value: sum(placed), text: count(sum(placed)) },
    { name: 'Completed', figure: 'completed', value: sum(completed), text: count(sum(completed)) },
    { name: 'Cancelled', figure: 'cancelled', value: sum(cancelled), text: count(sum(cancelled)) },
    { name: 'Hours worked', figure: 'worked', value: sum(worked), text: hours(sum(worked)) },
    {
      name: 'Lead time',
      figure: 'completed',
      value: lead.orders,
      text: lead.orders > 0 ? working(lead.median, daySeconds) : 'None',
      more: lead.orders > 0 ? `Median; nine of ten within ${working(lead.p90, daySeconds)}` : undefined,
    },
  ];
  return (
    <dl className={classes.totals}>
      {totals.map(({ name, figure, value, text, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Figure of={{ figure }} value={value} label={`${name}, ${text}`}>
              {text}
            </Figure>
            {more && <small>{more}</small>}
          </dd>
        </div>
      ))}
      <div>
        <dt>Revisions per proof</dt>
        <dd>{proofs > 0 ? (revised / proofs).toLocaleString('en', { maximumFractionDigits: 2 }) : 'None'}</dd>
      </div>
    </dl>
  );
}

const flows = [
  { figure: 'placed', label: 'Placed', color: '--st-in-progress' },
  { figure: 'completed', label: 'Completed', color: '--st-approved' },
  { figure: 'cancelled', label: 'Cancelled', color: '--st-cancelled' },
] as const;

/** How many orders came and went. */
export function ThroughputPanel({ report }: Props) {
  const { period } = report;
  return (
    <Panel title="Throughput" flush>
      <Pair
        label="Throughput"
        chart={
          <Chart
            data={period.starts.map((start, part) => ({
              name: partLabel(start, period),
              ...Object.fromEntries(flows.map(({ figure }) => [figure, report[figure][part]])),
            }))}
            series={flows.map(({ figure, label, color }) => ({ name: figure, label, color: colour(color) }))}
          />
        }
        rows={period.starts}
        keyOf={(part) => part}
        columns={[
          { head: 'Orders', cell: (part) => partText(part, period) },
          ...flows.map(({ figure, label }) => ({
            head: label,
            cell: (part: string, i: number) => {
              const n = report[figure][i] ?? 0;
              return (
                <Figure of={{ figure, part }} value={n} label={`${label}, ${partText(part, period)}, ${n}`}>
                  {count(n)}
                </Figure>
              );
            },
          })),
        ]}
      />
    </Panel>
  );
}
