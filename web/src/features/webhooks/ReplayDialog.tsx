import { NumberInput, Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { apiError, sentence } from '@/api/request/envelope';
import { useReplayWebhookEventsMutation, type WebhookEndpoint } from '@/api/webhooks';
import forms from '@/shared/accounts/forms/forms.module.css';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { useForm } from '@/shared/entry/useForm';
import { FormDialog } from '@/shared/form/FormDialog';
import { toastSuccess } from '@/shared/command/notify';
import { confirm } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';

type Props = { webhook: WebhookEndpoint; head: number; onClose: () => void };
type Values = { all: boolean; after: number | string };

/** Sends the events after a position of the log again. */
export function ReplayDialog({ webhook: { id, state }, head, onClose }: Props) {
  const [call, { isLoading, error, reset }] = useReplayWebhookEventsMutation();
  const end = head.toLocaleString('en');
  const form = useForm<Values>({ all: false, after: '' }, ({ all, after }) => ({
    after:
      all || (after !== '' && Number(after) >= 0 && Number(after) <= head)
        ? undefined
        : `Enter a position from 0 to ${end}.`,
  }));
  const { values, errors } = form;
  const failure = error ? apiError(error) : undefined;
  const ofPosition = failure?.reason === 'webhook.position';
  const change = (changed: Partial<Values>) => {
    form.change(changed);
    if (error) reset();
  };
  const send = async ({ all, after }: Values) => {
    const position = all ? 0 : Number(after);
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title:
        position === 0 ? 'Send everything again?' : `Send everything after ${position.toLocaleString('en')} again?`,
      message: [
        'Every event since then that this webhook is for is sent once more.',
        state === 'paused' ? 'As it is paused, that begins when it is resumed.' : '',
      ].join(' '),
      accept: 'Send again',
    });
    if (!agreed) return;
    const { data } = await call({ endpointId: id, webhookReplay: { after: position } });
    if (!data) return;
    toastSuccess(data.message);
    onClose();
  };
  return (
    <FormDialog opened onClose={onClose} title="Send events again">
      <form noValidate className={forms.form} onSubmit={form.onSubmit((sent) => void (isLoading || send(sent)))}>
        <p>
          Each event has a position in the log, which now ends at {end}. The events are sent in new messages, so
          receivers know those that they have already by the <code>id</code> of the event, which stays the same.
        </p>
        <Radio.Group
          label="From where"
          value={values.all ? 'all' : 'after'}
          onChange={(value) => change({ all: value === 'all' })}
        >
          <Stack gap={10} mt={6}>
            <Radio value="after" label="After a position" data-autofocus />
            <Radio value="all" label="From the beginning" />
          </Stack>
        </Radio.Group>
        {!values.all && (
          <NumberInput
            name="after"
            label="Position"
            description="The last one that the receiver has"
            min={0}
            max={head}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={values.after}
            error={errors['after'] ?? (failure && ofPosition ? sentence(failure) : undefined)}
            onChange={(after) => change({ after })}
          />
        )}
        <Refusal error={ofPosition ? undefined : error} />
        <div className={forms.buttons}>
          <BusyButton type="submit" busy={isLoading}>
            Send again
          </BusyButton>
        </div>
      </form>
    </FormDialog>
  );
}
