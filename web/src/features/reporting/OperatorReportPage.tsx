import { useSearchParams } from 'react-router';
import { useAbility, useMe } from '@/api/hooks';
import {
  type OperatorFigure,
  type OperatorFigures,
  useOperatorBehindPagesInfiniteQuery,
  useOperatorReportQuery,
} from '@/api/reports';
import { duration } from '@/lib/format/duration';
import { plural } from '@/lib/format/text';
import { EmptyState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { Behind } from './Behind';
import { Chart } from './Chart';
import { Figure } from './Figure';
import { Limits } from './Limits';
import { Loaded } from './Loaded';
import { Figures } from './Pair';
import { askedOperator, operatorQuery } from './params';
import classes from './reporting.module.css';
import { count, hours, operatorFigures } from './words';

const figures = Object.keys(operatorFigures) as OperatorFigure[];

/** How many people the chart shows. The table has everybody. */
const inChart = 12;

/** `/reporting/operator`: the work of the provider's people (SH-092). Operators see their own. */
export default function OperatorReportPage() {
  const me = useMe();
  const every = useAbility('nav-user-reporting');
  const able = every || me?.role === 'operator';
  const [search] = useSearchParams();
  const args = operatorQuery(search);
  const query = useOperatorReportQuery(args, { skip: !able, refetchOnMountOrArgChange: true });
  if (me && !able) return <NotForYou />;
  const operators = query.data?.data.operators;
  const asked = askedOperator(search);
  return (
    <Page title="Operator Reporting" above={every ? 'The work of each person' : 'Your own work'}>
      <Limits
        period={query.data && { ...query.data.data.period }}
        keys={['clientId', 'customerId', 'serviceId']}
        file="/reports/operators/export"
        query={args}
      />
      <Loaded query={query}>
        {({ data }) =>
          data.operators.length === 0 ? (
            <EmptyState icon="chart" title="Nothing in this time">
              Nobody worked on an order or has one. Choose a longer time or fewer limits.
            </EmptyState>
          ) : (
            <Report operators={data.operators} />
          )
        }
      </Loaded>
      {operators && asked && <OrdersOfOperator key={search.toString()} asked={asked} operators={operators} />}
    </Page>
  );
}

function Report({ operators }: { operators: OperatorFigures[] }) {
  const shown = operators.slice(0, inChart);
  return (
    <Panel title="Work per operator" flush>
      <div className={classes.pair}>
        <div>
          <Chart
            orientation="vertical"
            format={(n) => `${n.toLocaleString('en', { maximumFractionDigits: 1 })} h`}
            data={shown.map(({ person, worked }) => ({ name: person.name, worked: worked / 3600 }))}
            series={[{ name: 'worked', label: 'Hours worked', color: 'var(--st-in-progress)' }]}
          />
          <Chart
            orientation="vertical"
            data={shown.map(({ person, finished, rework, load }) => ({ name: person.name, finished, rework, load }))}
            series={[
              { name: 'finished', label: operatorFigures.finished, color: 'var(--st-approved)' },
              { name: 'rework', label: operatorFigures.rework, color: 'var(--st-in-review)' },
              { name: 'load', label: operatorFigures.load, color: 'var(--st-gr-revision)' },
            ]}
          />
        </div>
        <Figures
          tall
          label="Work per operator"
          rows={operators}
          keyOf={({ person }) => person.id}
          columns={[
            { head: 'Person', cell: ({ person }) => person.name },
            ...figures.map((figure) => ({
              head: operatorFigures[figure],
              cell: (operator: OperatorFigures) => {
                const n = operator[figure];
                const text = figure === 'worked' ? hours(n) : count(n);
                return (
                  <Figure
                    of={{ figure, person: operator.person.id }}
                    // Working time of less than a second is still on an order.
                    value={figure === 'worked' ? operator.orders : n}
                    label={`${operator.person.name}, ${operatorFigures[figure]}, ${text}`}
                  >
                    {text}
                  </Figure>
                );
              },
            })),
          ]}
        />
      </div>
      <p className={classes.foot}>
        Rework counts how often an order came back from a review, for the operator it had then. Load are unfinished
        orders now, whatever the time above.
      </p>
    </Panel>
  );
}

type BehindProps = { asked: { figure: OperatorFigure; personId: string }; operators: OperatorFigures[] };

function OrdersOfOperator({ asked, operators }: BehindProps) {
  const [search] = useSearchParams();
  const query = useOperatorBehindPagesInfiniteQuery({ ...operatorQuery(search), ...asked });
  const name = operators.find(({ person }) => person.id === asked.personId)?.person.name;
  const values: Partial<Record<OperatorFigure, (value: number) => string>> = {
    worked: duration,
    rework: (times) => plural(times, 'time'),
  };
  return (
    <Behind
      title={[operatorFigures[asked.figure], name].filter(Boolean).join(': ')}
      query={query}
      value={values[asked.figure]}
    />
  );
}
