import type { OrderReport, ReportStay } from '@/api/reports';
import { statusLabel } from '@/lib/format/status';
import { EmptyState } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { Chart } from './Chart';
import { Figure } from './Figure';
import { Figures, Pair } from './Pair';
import { colour, count, hours, partLabel, partText, revisionText, sum, working } from './words';

type Props = { report: OrderReport };

/** How long orders stayed where, of those that were completed. */
export function LeadTimePanel({ report: { lead, stages, daySeconds } }: Props) {
  const nameOf = ({ status }: ReportStay): string => (status ? statusLabel(status) : 'From placed to completed');
  const inDays = (seconds: number): number => seconds / (daySeconds > 0 ? daySeconds : 86_400);
  const days = (n: number): string => `${n.toLocaleString('en', { maximumFractionDigits: 1 })} d`;
  return (
    <Panel title="Lead time by stage" flush>
      {lead.orders === 0 ? (
        <EmptyState small icon="clock" title="No order was completed">
          Lead times are those of orders that were completed in this time.
        </EmptyState>
      ) : (
        <Pair
          label="Lead time by stage"
          chart={
            <Chart
              orientation="vertical"
              format={days}
              data={stages.map((stay) => ({
                name: nameOf(stay),
                median: inDays(stay.median),
                p90: inDays(stay.p90),
              }))}
              series={[
                { name: 'median', label: 'Median', color: colour('--st-in-progress') },
                { name: 'p90', label: 'Nine of ten', color: colour('--st-in-review') },
              ]}
            />
          }
          rows={[...stages, lead]}
          keyOf={nameOf}
          columns={[
            { head: 'Stage', cell: nameOf },
            {
              head: 'Orders',
              cell: (stay) => (
                <Figure
                  of={stay.status ? { figure: 'stage', status: stay.status } : { figure: 'completed' }}
                  value={stay.orders}
                  label={`${nameOf(stay)}, ${stay.orders}`}
                >
                  {count(stay.orders)}
                </Figure>
              ),
            },
            { head: 'Average', cell: ({ average }) => working(average, daySeconds) },
            { head: 'Median', cell: ({ median }) => working(median, daySeconds) },
            { head: 'Nine of ten', cell: ({ p90 }) => working(p90, daySeconds) },
          ]}
        />
      )}
    </Panel>
  );
}

/** How often proofs were revised before their order was completed. */
export function RevisionsPanel({ report: { revisions, revised } }: Props) {
  return (
    <Panel title="Revisions per proof" flush>
      {sum(revisions) === 0 ? (
        <EmptyState small icon="image" title="No proofs">
          These are the proofs of orders that were completed in this time.
        </EmptyState>
      ) : (
        <Pair
          label="Revisions per proof"
          chart={
            <Chart
              data={revisions.map((proofs, n) => ({ name: revisionText(n), proofs }))}
              series={[{ name: 'proofs', label: 'Proofs', color: colour('--st-gr-revision') }]}
            />
          }
          rows={revisions}
          keyOf={(_, n) => n}
          columns={[
            { head: 'Revisions', cell: (_, n) => revisionText(n), foot: 'Revisions of all proofs' },
            {
              head: 'Proofs',
              cell: (proofs, n) => (
                <Figure
                  of={{ figure: 'revisions', revisions: n }}
                  value={proofs}
                  label={`${revisionText(n)}, ${proofs}`}
                >
                  {count(proofs)}
                </Figure>
              ),
              foot: count(revised),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** The hours that were worked, and those that were allocated to the orders that were completed. */
export function HoursPanel({ report: { worked, period, allocated } }: Props) {
  return (
    <Panel title="Hours" flush>
      <Pair
        label="Hours"
        chart={
          <Chart
            format={(n) => `${n.toLocaleString('en', { maximumFractionDigits: 1 })} h`}
            data={period.starts.map((start, part) => ({
              name: partLabel(start, period),
              worked: (worked[part] ?? 0) / 3600,
            }))}
            series={[{ name: 'worked', label: 'Hours worked', color: colour('--st-in-progress') }]}
          />
        }
        rows={period.starts}
        keyOf={(part) => part}
        columns={[
          { head: 'Worked', cell: (part) => partText(part, period) },
          {
            head: 'Hours',
            cell: (part, i) => {
              const seconds = worked[i] ?? 0;
              return (
                <Figure
                  of={{ figure: 'worked', part }}
                  value={seconds}
                  label={`Worked, ${partText(part, period)}, ${hours(seconds)}`}
                >
                  {hours(seconds)}
                </Figure>
              );
            },
          },
        ]}
      />
      <Figures
        label="Allocated hours"
        rows={[allocated]}
        keyOf={() => ''}
        columns={[
          { head: 'Completed orders with allocated hours', cell: () => 'Hours against allocation' },
          {
            head: 'Orders',
            cell: ({ orders }) => (
              <Figure of={{ figure: 'allocated' }} value={orders} label={`With allocated hours, ${orders}`}>
                {count(orders)}
              </Figure>
            ),
          },
          { head: 'Allocated', cell: (all) => hours(all.allocated) },
          { head: 'Worked', cell: (all) => hours(all.worked) },
          {
            head: 'Over',
            cell: ({ over }) => (
              <Figure of={{ figure: 'over' }} value={over} label={`Over their allocated hours, ${over}`}>
                {count(over)}
              </Figure>
            ),
          },
        ]}
      />
    </Panel>
  );
}
