import { Button, TextInput } from '@mantine/core';
import forms from '@/shared/accounts/forms/forms.module.css';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import type { WebhookTest } from '@/api/webhooks';
import { CopyButton } from '@/ui/fields/CopyButton';
import classes from './webhooks.module.css';
import { testWords } from './words';

type Props = {
  secret: string;
  /** Set if there was another one before. */
  rotated?: boolean;
  /** What became of the test message that a new webhook is sent. */
  test?: WebhookTest;
  onDone: () => void;
};

/** The secret of a webhook, which nobody sees again. */
export function SecretOnce({ secret, rotated, test, onDone }: Props) {
  return (
    <div className={forms.form}>
      <p role="status">
        Copy the secret now and give it to the software that receives the messages. It is not shown again.
        {rotated &&
          ' For another day each message is signed with the old secret too, so that nothing is lost meanwhile.'}
      </p>
      {test && (
        <p role="status" className={classes.tested} data-tone={test.failure ? 'bad' : 'good'}>
          {testWords(test)}
        </p>
      )}
      <div className={forms.once}>
        <TextInput
          label="Secret"
          description="It verifies the signatures of the messages (Standard Webhooks)"
          readOnly
          ref={focusOnMount} // The form that had the focus is gone.
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={secret} label="Copy the secret" />
      </div>
      <div className={forms.buttons}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
