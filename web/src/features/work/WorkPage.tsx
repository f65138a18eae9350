import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import type { Card } from '@/api/generated';
import type { WorkSection } from '@/api/shell';
import { useNow } from '@/lib/hooks/useNow';
import { EmptyState, ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { countOf, useMyWork } from '@/shared/myWork';
import { AssignDialog } from './AssignDialog';
import { sections } from './sections';
import { WorkLine } from './WorkLine';
import classes from './work.module.css';

/** `/work`: the orders that wait for the user, by what they wait for (BY-058). */
export default function WorkPage() {
  const { data, error, isFetching, refetch } = useMyWork({ anew: true });
  const [assigned, setAssigned] = useState<Card>();
  const found = data?.data.sections.filter(({ total }) => total > 0);
  const failure = error && !data ? apiError(error) : undefined;
  return (
    <Page title="My work" above="What waits for you, the most urgent first">
      <div className={classes.sections} aria-busy={isFetching}>
        {failure && (
          <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
        )}
        {!data && !failure && <Waiting />}
        {found?.map((section) => (
          <Section key={section.kind} section={section} onAssign={setAssigned} />
        ))}
        {found?.length === 0 && (
          <EmptyState
            icon="check"
            title="Nothing waits for you"
            action={
              <Button component={Link} to="/" variant="default" size="xs">
                Go to the board
              </Button>
            }
          >
            Orders show here as soon as the next step is yours.
          </EmptyState>
        )}
      </div>
      <AssignDialog card={assigned} onClose={() => setAssigned(undefined)} />
    </Page>
  );
}

function Section({ section, onAssign }: { section: WorkSection; onAssign: (card: Card) => void }) {
  const now = useNow();
  const { kind, total, lines } = section;
  const { title, rest } = sections[kind];
  return (
    <Panel title={title} flush aside={<span className={`${classes.count} tabular`}>{countOf(total)}</span>}>
      <ul className={classes.lines} aria-label={title}>
        {lines.map((line) => (
          <WorkLine key={line.card.id} line={line} kind={kind} now={now} onAssign={onAssign} />
        ))}
      </ul>
      {total > lines.length && (
        <p className={classes.rest}>
          {countOf(total)} {rest}, the first {lines.length} are here. <Link to="/order-list">See all orders</Link>
        </p>
      )}
    </Panel>
  );
}

function Waiting() {
  return (
    <div className={classes.sections} role="status" aria-label="Loading your work">
      {[3, 5].map((rows) => (
        <Skeleton key={rows} height={rows * 49 + 45} radius={8} />
      ))}
    </div>
  );
}
