import type { WebhookTest } from '@/api/webhooks';
import { ShownOnce } from '@/shared/accounts/forms/ShownOnce';
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
    <ShownOnce
      label="Secret"
      description="It verifies the signatures of the messages (Standard Webhooks)"
      value={secret}
      copy="Copy the secret"
      onDone={onDone}
    >
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
    </ShownOnce>
  );
}
