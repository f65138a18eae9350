import { useChangeWebhookEndpointMutation, type WebhookEndpoint } from '@/api/webhooks';
import { FormDialog } from '@/shared/form/FormDialog';
import { toastSuccess } from '@/shared/command/notify';
import { ContentForm } from './ContentForm';

type Props = { webhook: WebhookEndpoint; types: string[]; onClose: () => void };

/** Changes the address and the events of a webhook. */
export function EditDialog({ webhook, types, onClose }: Props) {
  const [call, { isLoading, error, reset }] = useChangeWebhookEndpointMutation();
  return (
    <FormDialog opened onClose={onClose} size="lg" title="Edit the webhook">
      <ContentForm
        content={webhook}
        types={types}
        busy={isLoading}
        error={error}
        submit="Save"
        onChange={reset}
        onSubmit={(webhookContent) =>
          void call({ endpointId: webhook.id, webhookContent }).then(({ data }) => {
            if (!data) return;
            toastSuccess(data.message);
            onClose();
          })
        }
      />
    </FormDialog>
  );
}
