import { Button, Skeleton } from '@mantine/core';
import { useRef, useState } from 'react';
import { type AccessToken, useAccessTokensQuery, useRevokeAccessTokenMutation } from '@/api/session/account';
import { apiError, sentence } from '@/api/request/envelope';
import type { Profile } from '@/api/generated';
import { date } from '@/lib/format/dates';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm, ErrorState } from '@/ui';
import { Ago } from '@/ui/content/Ago';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { scopeWords } from './scopes';
import { TokenDialog } from './TokenDialog';
import classes from './settings.module.css';

const most = 20; // of a person

/** The access tokens with which other software acts as the user (BY-052). */
export function TokensSection({ me }: { me: Profile }) {
  const own = !me.impersonation;
  const { data, error, refetch } = useAccessTokensQuery(undefined, { refetchOnMountOrArgChange: true, skip: !own });
  const [creating, setCreating] = useState(false);
  const create = useRef<HTMLButtonElement>(null);
  const tokens = data?.data ?? [];
  return (
    <Panel title="Access tokens" id="tokens">
      <div className={classes.row}>
        <span className={classes.session}>
          Let other software use the product as you
          <span className={classes.about}>
            {own ? (
              <>
                A token can do what you can do, within its scopes.{' '}
                <a href="/api/docs" target="_blank" rel="noreferrer">
                  Read what the API offers
                </a>
                . A change of your password or role ends all tokens.
              </>
            ) : (
              'Only the person themselves can see and change this.'
            )}
          </span>
        </span>
        {own && data && (
          <Button
            ref={create}
            variant="default"
            size="xs"
            disabled={tokens.length >= most}
            onClick={() => setCreating(true)}
          >
            Create a token
          </Button>
        )}
      </div>
      {error && !data && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {own && !data && !error && <Skeleton height={44} mt={12} role="status" aria-label="Loading the access tokens" />}
      {tokens.length > 0 && (
        <ul className={classes.tokens} aria-label="Your access tokens">
          {tokens.map((token) => (
            <Token key={token.id} token={token} onRevoked={() => create.current?.focus()} />
          ))}
        </ul>
      )}
      {creating && <TokenDialog email={me.emailAddress} onClose={() => setCreating(false)} />}
    </Panel>
  );
}

type TokenProps = { token: AccessToken; onRevoked: () => void };

function Token({ token: { id, name, scopes, createdAt, endsAt, usedAt }, onRevoked }: TokenProps) {
  const [call, { isLoading }] = useRevokeAccessTokenMutation();
  const revoke = async () => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: `Revoke ${name}?`,
      message: 'Software that uses this token is refused from now on. This cannot be undone.',
      accept: 'Revoke',
      danger: true,
    });
    if (!agreed) return;
    try {
      await call({ tokenId: id }).unwrap();
      toastSuccess(`${name} is revoked`);
      onRevoked(); // The row goes, with the button that has the focus.
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <li className={classes.row}>
      <span className={classes.session}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>
          {scopes.map((scope) => scopeWords[scope]).join(' · ')}
          <br />
          Created {date(createdAt)} · Ends {date(endsAt)} ·{' '}
          {usedAt ? (
            <>
              Last used <Ago at={usedAt} />
            </>
          ) : (
            'Not used yet'
          )}
        </span>
      </span>
      <BusyButton
        variant="default"
        size="xs"
        aria-label={`Revoke ${name}`}
        busy={isLoading}
        onClick={() => void revoke()}
      >
        Revoke
      </BusyButton>
    </li>
  );
}
