import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { WebhookEndpoint } from '@/api/webhooks';
import { dateTime } from '@/lib/format/dates';
import { FormDialog } from '@/shared/form/FormDialog';
import { useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { EditDialog } from './EditDialog';
import { ReplayDialog } from './ReplayDialog';
import { SecretOnce } from './SecretOnce';
import { useWebhookActions } from './useWebhookActions';
import { testWords, stateWords, typeWords } from './words';
import classes from './webhooks.module.css';

type Props = { webhook: WebhookEndpoint; types: string[]; head: number };

/** What a webhook is, and what can be done with it. */
export function Summary({ webhook, types, head }: Props) {
  const { busy, tested, secret, forgetSecret, ...run } = useWebhookActions(webhook);
  const [dialog, setDialog] = useState<'edit' | 'replay'>();
  const paused = webhook.state === 'paused';
  const close = () => setDialog(undefined);
  useShortcuts([
    { what: 'Send a test', icon: 'play', group: 'Webhook', run: () => void run.test() },
    { what: 'Edit the webhook', icon: 'edit', group: 'Webhook', run: () => setDialog('edit') },
  ]);
  return (
    <Panel title="Webhook">
      <dl className={classes.facts}>
        <Fact name="Address">{webhook.url}</Fact>
        <Fact name="State">{stateWords(webhook) || 'Messages arrive, or nothing had to be sent yet.'}</Fact>
        <Fact name="Events">
          {webhook.types.length > 0
            ? webhook.types.map(typeWords).join(' · ')
            : 'All events, also kinds that are added later'}
        </Fact>
        <Fact name="Position">
          Sent, or waiting, up to {webhook.position.toLocaleString('en')} of {head.toLocaleString('en')} in the log
        </Fact>
        <Fact name="Added">{dateTime(webhook.addedAt)}</Fact>
      </dl>
      <Group gap={8} align="stretch" mt={16}>
        <BusyButton size="xs" busy={busy === 'test'} onClick={() => void run.test()}>
          Send a test
        </BusyButton>
        <BusyButton size="xs" variant="default" busy={busy === 'switch'} onClick={() => void run.pauseOrResume()}>
          {paused ? 'Resume' : 'Pause'}
        </BusyButton>
        <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
          Edit
        </Button>
        <BusyButton size="xs" variant="default" busy={busy === 'rotate'} onClick={() => void run.rotate()}>
          Rotate the secret
        </BusyButton>
        <Button size="xs" variant="default" onClick={() => setDialog('replay')}>
          Send events again
        </Button>
        <BusyButton size="xs" variant="default" busy={busy === 'remove'} onClick={() => void run.remove()}>
          Remove
        </BusyButton>
      </Group>
      <p role="status" className={classes.tested} data-tone={tested?.failure ? 'bad' : 'good'}>
        {tested && testWords(tested)}
      </p>
      {dialog === 'edit' && <EditDialog webhook={webhook} types={types} onClose={close} />}
      {dialog === 'replay' && <ReplayDialog webhook={webhook} head={head} onClose={close} />}
      {secret && (
        <FormDialog
          opened
          onClose={forgetSecret}
          title="The new secret"
          closeOnClickOutside={false}
          closeOnEscape={false}
          withCloseButton={false}
        >
          <SecretOnce secret={secret} rotated onDone={forgetSecret} />
        </FormDialog>
      )}
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
