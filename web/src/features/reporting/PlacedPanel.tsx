import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { OrderReport } from '@/api/reports';
import { statusTone } from '@/lib/format/status';
import { EmptyState } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { Chart } from './Chart';
import { Figure } from './Figure';
import { Pair } from './Pair';
import { changed } from './params';
import { colour, count, partLabel, partText, sum } from './words';

/** The colours of groups without one of their own, the largest first. The rest is grey. */
const colours = [
  '--st-in-progress',
  '--st-in-review',
  '--st-approved',
  '--st-gr-revision',
  '--danger',
  '--st-completed',
  '--st-cancelled',
  '--chart-teal',
  '--chart-pink',
];
const ways = [
  { value: 'status', label: 'Status' },
  { value: 'service', label: 'Service' },
  { value: 'creator', label: 'Creator' },
];

/** Orders that were placed over time, told apart by status, service or creator. */
export function PlacedPanel({ report: { groups, placed, period }, by }: { report: OrderReport; by: string }) {
  const [search, setSearch] = useSearchParams();
  const of = (key: string, i: number) => {
    if (key === 'others') return colour('--border-strong');
    return colour(by === 'status' ? `--st-${statusTone(key)}` : (colours[i] ?? '--border-strong'));
  };
  const data = period.starts.map((start, part) => ({
    name: partLabel(start, period),
    ...Object.fromEntries(groups.map(({ key, counts }) => [key, counts[part]])),
  }));
  return (
    <Panel
      title="Orders placed"
      flush
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Told apart by"
          data={ways}
          value={by}
          onChange={(value) => setSearch(changed(search, { by: value }), { replace: true, preventScrollReset: true })}
        />
      }
    >
      {groups.length === 0 ? (
        <EmptyState small icon="chart" title="No order was placed" />
      ) : (
        <Pair
          label="Orders placed"
          chart={
            <Chart
              data={data}
              type="stacked"
              series={groups.map(({ key, name }, i) => ({ name: key, label: name, color: of(key, i) }))}
            />
          }
          rows={period.starts}
          keyOf={(part) => part}
          columns={[
            { id: '', head: 'Placed', cell: (part) => partText(part, period), foot: 'Together' },
            ...groups.map(({ key, name, counts }) => ({
              id: key,
              head: name,
              cell: (part: string, i: number) => (
                <Figure
                  of={{ figure: 'placed', part, group: key }}
                  value={counts[i] ?? 0}
                  label={`${name}, ${partText(part, period)}, ${counts[i]}`}
                >
                  {count(counts[i] ?? 0)}
                </Figure>
              ),
              foot: (
                <Figure of={{ figure: 'placed', group: key }} value={sum(counts)} label={`${name}, ${sum(counts)}`}>
                  {count(sum(counts))}
                </Figure>
              ),
            })),
            {
              id: 'sum of all groups',
              head: 'Together',
              cell: (part, i) => (
                <Figure
                  of={{ figure: 'placed', part }}
                  value={placed[i] ?? 0}
                  label={`Placed, ${partText(part, period)}, ${placed[i]}`}
                >
                  {count(placed[i] ?? 0)}
                </Figure>
              ),
              foot: count(sum(placed)),
            },
          ]}
        />
      )}
    </Panel>
  );
}
