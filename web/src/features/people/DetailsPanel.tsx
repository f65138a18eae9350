import type { PersonDetail } from '@/api/people';
import { date } from '@/lib/format/dates';
import { Panel } from '@/ui/page/Panel';
import classes from './person.module.css';

/** What is known about a person. They change it themselves, in their profile. */
export function DetailsPanel({ detail: { person, phone, timeZone } }: { detail: PersonDetail }) {
  const facts: [string, string | undefined][] = [
    ['Job title', person.jobTitle],
    ['Phone', phone],
    ['Time zone', timeZone],
    ['Account', person.account.name],
    ['Invited', date(person.invitedAt)],
    ['Joined', date(person.joinedAt)],
  ];
  return (
    <Panel title="Details">
      <dl className={classes.facts}>
        <dt>Email</dt>
        <dd>
          <a className={classes.mail} href={`mailto:${person.emailAddress}`}>
            {person.emailAddress}
          </a>
          {!person.emailIsVerified && <span className={classes.warning}> · not verified</span>}
        </dd>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}
