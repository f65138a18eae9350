import { Button, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Factor, type Factors, useFactorsQuery } from '@/api/session/account';
import { apiError, sentence } from '@/api/request/envelope';
import type { Profile } from '@/api/generated';
import { date } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { ErrorState } from '@/ui';
import { Ago } from '@/ui/content/Ago';
import { Panel } from '@/ui/page/Panel';
import { NumberHint } from '@/shared/factors/NumberHint';
import { FactorDialog, type FactorTask } from './FactorDialog';
import classes from './settings.module.css';

const kinds: Record<Factor['kind'], string> = { totp: 'Authenticator app', passkey: 'Passkey' };

/** The password, the second factors and the recovery codes of the user (D-46, BY-045). */
export function SecuritySection({ me }: { me: Profile }) {
  const { data, error, refetch } = useFactorsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [task, setTask] = useState<FactorTask>();
  return (
    <Panel title="Security" id="security" tour="settings-security">
      <div className={classes.row}>
        <span>
          Password
          <span className={classes.about}>A change ends your other sessions.</span>
        </span>
        <Link to="/profile#password">Change the password</Link>
      </div>
      {error && !data && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={66} mt={12} role="status" aria-label="Loading the second factors" />}
      {data && <SecondFactors {...data.data} own={!me.impersonation} onTask={setTask} />}
      {task && <FactorDialog task={task} email={me.emailAddress} onClose={() => setTask(undefined)} />}
    </Panel>
  );
}

type Props = Factors & { own: boolean; onTask: (task: FactorTask) => void };

function SecondFactors({ factors, recoveryCodes, required, own, onTask }: Props) {
  const held = required && factors.length === 1;
  return (
    <>
      <div className={classes.row}>
        <span className={classes.session}>
          Second factor
          <span className={classes.about}>
            {own
              ? `Asked for after your password. ${required ? 'Your account needs one.' : 'It protects you if somebody learns your password.'}`
              : 'Only the person themselves can change this.'}
          </span>
          {own && <NumberHint className={classes.about} />}
        </span>
        {own && (
          <Group component="span" gap={8} align="stretch">
            <Button variant="default" size="xs" onClick={() => onTask({ kind: 'app' })}>
              Add authenticator app
            </Button>
            <Button variant="default" size="xs" onClick={() => onTask({ kind: 'passkey' })}>
              Add passkey
            </Button>
          </Group>
        )}
      </div>
      {factors.length > 0 && (
        <ul className={classes.factors} aria-label="Your second factors">
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              held={held}
              own={own}
              last={factors.length === 1}
              onTask={onTask}
            />
          ))}
        </ul>
      )}
      {held && (
        <p id="factor-held" className={classes.held}>
          Your account needs a second factor. Add another one before you remove this one.
        </p>
      )}
      {factors.length > 0 && (
        <div className={classes.row}>
          <span>
            Recovery codes
            <span className={classes.about}>{plural(recoveryCodes, 'code')} left</span>
          </span>
          {own && (
            <Button variant="default" size="xs" onClick={() => onTask({ kind: 'codes' })}>
              New recovery codes
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type RowProps = Pick<Props, 'own' | 'onTask'> & { factor: Factor; held: boolean; last: boolean };

function FactorRow({ factor, held, own, last, onTask }: RowProps) {
  const { name, kind, createdAt, usedAt } = factor;
  return (
    <li className={classes.row}>
      <span className={classes.session}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>
          {kinds[kind]} · Added {date(createdAt)} ·{' '}
          {usedAt ? (
            <>
              Last used <Ago at={usedAt} />
            </>
          ) : (
            'Not used yet'
          )}
        </span>
      </span>
      {own && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Remove ${name}`}
          aria-describedby={held ? 'factor-held' : undefined}
          disabled={held}
          onClick={() => onTask({ kind: 'remove', factor, last })}
        >
          Remove
        </Button>
      )}
    </li>
  );
}
