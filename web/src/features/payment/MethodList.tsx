import { Button, Group } from '@mantine/core';
import { useId } from 'react';
import type { PaymentMethod } from '@/api/billing/payment';
import { useNow } from '@/lib/hooks/useNow';
import { cardName, isExpired } from '@/shared/payment/words';
import { Icon, Tip } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Tag } from '@/ui/content/Tag';
import classes from './methods.module.css';
import { useMethodActions } from './useMethodActions';

type Props = { methods: PaymentMethod[]; mayChange: boolean };

/** The cards of an account, in the order in which they were added. */
export function MethodList({ methods, mayChange }: Props) {
  return (
    <ul className={classes.list} aria-label="Cards">
      {methods.map((method) => (
        <li key={method.id} aria-label={cardName(method)}>
          <Card method={method} />
          {mayChange && <Actions method={method} methods={methods} />}
        </li>
      ))}
    </ul>
  );
}

function Card({ method }: { method: PaymentMethod }) {
  const expired = isExpired(method, useNow());
  return (
    <div className={classes.card} data-inactive={!method.active || undefined}>
      <Icon name="card" size={20} />
      <div>
        <span className={classes.name}>
          <strong>{cardName(method)}</strong>
          {method.isDefault && (
            <Tag tone="brand" tour="method-default">
              Default
            </Tag>
          )}
          {!method.active && <Tag>Inactive</Tag>}
        </span>
        <span className={classes.expires}>
          {expired ? <span className={classes.expired}>Expired</span> : `Expires ${method.expires}`}
        </span>
      </div>
    </div>
  );
}

const mustDeactivate = 'An active payment method has to be deactivated before it can be deleted.';

function Actions({ method, methods }: { method: PaymentMethod; methods: PaymentMethod[] }) {
  const { busy, makeDefault, deactivate, activate, remove } = useMethodActions(method, methods);
  const why = useId();
  const name = cardName(method);
  return (
    <Group gap={8} align="stretch" data-tour="method-actions">
      {method.active && !method.isDefault && (
        <BusyButton {...look} busy={busy} aria-label={`Make default: ${name}`} onClick={makeDefault}>
          Make default
        </BusyButton>
      )}
      {method.active ? (
        <BusyButton {...look} busy={busy} aria-label={`Deactivate: ${name}`} onClick={deactivate}>
          Deactivate
        </BusyButton>
      ) : (
        <BusyButton {...look} busy={busy} aria-label={`Activate: ${name}`} onClick={activate}>
          Activate
        </BusyButton>
      )}
      {method.active ? (
        // It keeps the focus of the keyboard, which must find out why it does nothing (BD-024).
        <>
          <Tip label={mustDeactivate} withFocus>
            <Button {...look} data-disabled aria-disabled="true" aria-label={`Delete: ${name}`} aria-describedby={why}>
              Delete
            </Button>
          </Tip>
          <span id={why} hidden>
            {mustDeactivate}
          </span>
        </>
      ) : (
        <BusyButton {...look} busy={busy} aria-label={`Delete: ${name}`} onClick={remove}>
          Delete
        </BusyButton>
      )}
    </Group>
  );
}

const look = { variant: 'default', size: 'xs' } as const;
