import type { OrderReport, ReportStay } from '@/api/reports';
import { statusLabel } from '@/lib/status';
import { EmptyState } from '@/ui';
import { Panel } from '@/ui/Panel';
import { ScrollRegion } from '@/ui/ScrollRegion';
import { Chart } from './Chart';
import { Figure } from './Figure';
import { Head, Pair } from './Pair';
import classes from './reporting.module.css';
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
        >
          <Head names={['Stage', 'Orders', 'Average', 'Median', 'Nine of ten']} />
          <tbody>
            {[...stages, lead].map((stay) => (
              <tr key={nameOf(stay)}>
                <th scope="row">{nameOf(stay)}</th>
                <td>
                  <Figure
                    of={stay.status ? { figure: 'stage', status: stay.status } : { figure: 'completed' }}
                    value={stay.orders}
                    label={`${nameOf(stay)}, ${stay.orders}`}
                  >
                    {count(stay.orders)}
                  </Figure>
                </td>
                {[stay.average, stay.median, stay.p90].map((seconds, i) => (
                  <td key={i}>{working(seconds, daySeconds)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Pair>
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
        >
          <Head names={['Revisions', 'Proofs']} />
          <tbody>
            {revisions.map((proofs, n) => (
              <tr key={n}>
                <th scope="row">{revisionText(n)}</th>
                <td>
                  <Figure
                    of={{ figure: 'revisions', revisions: n }}
                    value={proofs}
                    label={`${revisionText(n)}, ${proofs}`}
                  >
                    {count(proofs)}
                  </Figure>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Revisions of all proofs</th>
              <td>{count(revised)}</td>
            </tr>
          </tfoot>
        </Pair>
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
      >
        <Head names={['Worked', 'Hours']} />
        <tbody>
          {period.starts.map((part, i) => {
            const when = partText(part, period);
            const seconds = worked[i] ?? 0;
            return (
              <tr key={part}>
                <th scope="row">{when}</th>
                <td>
                  <Figure of={{ figure: 'worked', part }} value={seconds} label={`Worked, ${when}, ${hours(seconds)}`}>
                    {hours(seconds)}
                  </Figure>
                </td>
              </tr>
            );
          })}
        </tbody>
      </Pair>
      <ScrollRegion label="Allocated hours, a table" className={classes.scroll}>
        <table className={classes.table}>
          <Head names={['Completed orders with allocated hours', 'Orders', 'Allocated', 'Worked', 'Over']} />
          <tbody>
            <tr>
              <th scope="row">Hours against allocation</th>
              <td>
                <Figure
                  of={{ figure: 'allocated' }}
                  value={allocated.orders}
                  label={`With allocated hours, ${allocated.orders}`}
                >
                  {count(allocated.orders)}
                </Figure>
              </td>
              <td>{hours(allocated.allocated)}</td>
              <td>{hours(allocated.worked)}</td>
              <td>
                <Figure
                  of={{ figure: 'over' }}
                  value={allocated.over}
                  label={`Over their allocated hours, ${allocated.over}`}
                >
                  {count(allocated.over)}
                </Figure>
              </td>
            </tr>
          </tbody>
        </table>
      </ScrollRegion>
    </Panel>
  );
}
