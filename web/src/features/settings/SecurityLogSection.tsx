import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTeamQuery } from '@/api/approvals';
import { apiError, sentence } from '@/api/request/envelope';
import type { Profile } from '@/api/generated';
import { type SecurityEvent, useSecurityPagesInfiniteQuery } from '@/api/session/securityLog';
import { dateTime } from '@/lib/format/dates';
import { EmptyState, ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { SelectField } from '@/ui/fields/SelectField';
import classes from './settings.module.css';

/** What could be dangerous: for an owner in their account, for others what happened to themselves (BY-071). */
export function SecurityLogSection({ me }: { me: Profile }) {
  const owner = me.role === 'owner';
  const [person, setPerson] = useState<string | null>(null);
  const { currentData, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useSecurityPagesInfiniteQuery(
    { person: person ?? undefined },
    { refetchOnMountOrArgChange: true },
  );
  const events = currentData?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Panel title="Security log" id="security-log">
      <div className={classes.row}>
        <span className={classes.about}>
          {owner
            ? 'What changed how people get into your account. Each of it is mailed to the person.'
            : 'What changed how you get into your account. Each of it is mailed to you.'}
        </span>
        {owner && <PersonFilter person={person} onChange={setPerson} />}
      </div>
      {error && !currentData && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!currentData && !error && <Skeleton height={132} role="status" aria-label="Loading the security log" />}
      {currentData && events.length === 0 && (
        <EmptyState small icon="history" title="Nothing happened yet">
          A changed password or a new browser will be listed here.
        </EmptyState>
      )}
      {events.length > 0 && (
        <ul className={classes.tokens} aria-label="Security events">
          {events.map((event) => (
            <Event key={event.position} event={event} me={me} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <BusyButton variant="subtle" size="xs" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older events
        </BusyButton>
      )}
    </Panel>
  );
}

function PersonFilter({ person, onChange }: { person: string | null; onChange: (id: string | null) => void }) {
  const { data } = useTeamQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <SelectField
      size="xs"
      clearable
      searchable
      aria-label="Events of"
      placeholder="Everybody"
      data={(data?.people ?? []).map(({ id, firstname, lastname }) => ({
        value: id,
        label: `${firstname} ${lastname}`.trim(),
      }))}
      value={person}
      onChange={onChange}
    />
  );
}

/** Returns who did something, if it was not the person to whom it happened. */
function byWhom({ actor, impersonator, person }: SecurityEvent): string {
  const name = actor && actor.id !== person?.id ? actor.name : '';
  const admin = impersonator ? `${impersonator.name}${actor ? ` as ${actor.name}` : ''}` : name;
  return admin && ` · by ${admin}`;
}

function Event({ event, me }: { event: SecurityEvent; me: Profile }) {
  const { at, words, detail, person } = event;
  const whose = person ? ` · ${person.id === me.id ? 'You' : person.name}` : '';
  return (
    <li className={classes.row}>
      <span className={classes.session}>
        <span>{words}</span>
        <span className={classes.about}>
          <time dateTime={at}>{dateTime(at)}</time>
          {whose}
          {byWhom(event)}
          {detail && ` · ${detail}`}
        </span>
      </span>
    </li>
  );
}
