import { Button, Stack } from '@mantine/core';
import type { OrderRoute, RouteFile } from '@/api/approvals';
import { dateTime } from '@/lib/format/dates';
import { hoursWords, ruleWords } from '@/shared/approvals/words';
import { PersonAvatar } from '@/ui';
import classes from './approval.module.css';
import { replaceable, type Seat, type Standing, standing } from './words';

const words: Record<Standing, string> = { done: 'Done', current: 'Current', next: 'Next', failed: 'Rejected' };

type Props = { route: OrderRoute; file: RouteFile; onReplace: (seat: Seat) => void };

/** Every step of the route with its people and their decisions. */
export function Route({ route, file, onReplace }: Props) {
  return (
    <div className={classes.route}>
      <p className={classes.quiet}>
        {route.name}, edition {route.edition}. It goes on with version {file.number}.
      </p>
      <ol>
        {route.steps.map(({ name, rule, needs, due, approvers }, step) => (
          <li key={step} data-standing={standing(file, step)} aria-current={step === file.step ? 'step' : undefined}>
            <strong>{name}</strong> <span className={classes.badge}>{words[standing(file, step)]}</span>
            <span className={classes.rule}>
              {[ruleWords(rule, needs, approvers.length), due && `due after ${hoursWords(due)}`]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <ul>
              {approvers.map((person, seat) => {
                const decision = file.decisions.findLast((one) => one.step === step && one.seat === seat);
                return (
                  <li key={person.id}>
                    <PersonAvatar name={person.name} image={person.avatar} size={20} title="" />
                    <Stack component="span" gap={0} flex={1} miw={120}>
                      {person.name}
                      {decision && (
                        <span className={classes.quiet}>
                          {decision.personId === person.id ? '' : `${decision.name} `}
                          {decision.approved ? 'approved' : 'rejected'} it, {dateTime(decision.at)}
                          {decision.reason ? `: ${decision.reason}` : ''}
                        </span>
                      )}
                      {!person.able && !decision && <span className={classes.warning}>cannot approve any more</span>}
                    </Stack>
                    {route.replaces && replaceable(file, step, person) && (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        aria-label={`Ask somebody else than ${person.name} in ${name}`}
                        onClick={() => onReplace({ step, person })}
                      >
                        Ask somebody else
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}
