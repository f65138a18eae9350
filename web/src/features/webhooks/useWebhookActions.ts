import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  useRemoveWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useSwitchWebhookEndpointMutation,
  useTestWebhookEndpointMutation,
  type WebhookEndpoint,
  type WebhookTest,
} from '@/api/webhooks';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm } from '@/ui';
import { hostOf, listPath } from './words';

type Action = 'test' | 'switch' | 'rotate' | 'remove';

/** What can be done with a webhook at once. One thing runs at a time. */
export function useWebhookActions({ id: endpointId, url, state, waiting, failed }: WebhookEndpoint) {
  const [busy, setBusy] = useState<Action>();
  const [tested, setTested] = useState<WebhookTest & { url: string }>();
  const [secret, setSecret] = useState<string>();
  const [sendTest] = useTestWebhookEndpointMutation();
  const [setState] = useSwitchWebhookEndpointMutation();
  const [rotateSecret] = useRotateWebhookSecretMutation();
  const [removeEndpoint] = useRemoveWebhookEndpointMutation();
  const navigate = useNavigate();

  const run = async (action: Action, call: () => Promise<void>) => {
    if (busy) return;
    setBusy(action);
    try {
      await call();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(undefined);
    }
  };

  return {
    busy,
    /** What became of the last test of this address. */
    tested: tested?.url === url ? tested : undefined,
    /** The new secret, as long as it shows. */
    secret,
    forgetSecret: () => setSecret(undefined),
    test: () =>
      run('test', async () => {
        setTested(undefined);
        setTested({ ...(await sendTest({ endpointId }).unwrap()).data, url });
      }),
    pauseOrResume: () =>
      run('switch', async () => {
        const webhookSwitch = { state: state === 'paused' ? 'active' : 'paused' } as const;
        toastSuccess((await setState({ endpointId, webhookSwitch }).unwrap()).message);
      }),
    rotate: () =>
      run('rotate', async () => {
        const agreed = await confirm({
          type: 'CONTINUECANCEL',
          title: 'Rotate the secret?',
          message: 'You get a new secret, once. The one before signs beside it for another day, and then not any more.',
          accept: 'Rotate',
        });
        if (agreed) setSecret((await rotateSecret({ endpointId }).unwrap()).data.secret);
      }),
    remove: () =>
      run('remove', async () => {
        const agreed = await confirm({
          type: 'CONTINUECANCEL',
          title: `Remove the webhook to ${hostOf(url)}?`,
          message: [
            'Nothing is sent to it any more.',
            waiting + failed > 0 ? 'What waits and what failed is removed with it.' : '',
            'This cannot be undone.',
          ].join(' '),
          accept: 'Remove',
          danger: true,
        });
        if (!agreed) return;
        toastSuccess((await removeEndpoint({ endpointId }).unwrap()).message);
        void navigate(listPath);
      }),
  };
}
