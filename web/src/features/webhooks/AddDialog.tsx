import { useState } from 'react';
import { useAddWebhookEndpointMutation, type WebhookSecret } from '@/api/webhooks';
import { FormDialog } from '@/shared/form/FormDialog';
import { ContentForm } from './ContentForm';
import { SecretOnce } from './SecretOnce';

type Props = { types: string[]; onClose: () => void };

/** Adds a webhook, and shows its secret this once. */
export function AddDialog({ types, onClose }: Props) {
  const [added, setAdded] = useState<WebhookSecret>();
  const [call, { isLoading, error, reset }] = useAddWebhookEndpointMutation();
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="lg"
      title={added ? 'The secret of your new webhook' : 'Add a webhook'}
      // A slip must not close the only view of the secret.
      closeOnClickOutside={false}
      closeOnEscape={!added}
      withCloseButton={!added}
    >
      {added ? (
        <SecretOnce secret={added.secret} test={added.test} onDone={onClose} />
      ) : (
        <ContentForm
          types={types}
          busy={isLoading}
          error={error}
          submit="Add the webhook"
          onChange={reset}
          onSubmit={(webhookContent) => void call({ webhookContent }).then(({ data }) => data && setAdded(data.data))}
        />
      )}
    </FormDialog>
  );
}
