import { TextInput } from '@mantine/core';
import { type NewApp, useBeginAppMutation, useConfirmAppMutation } from '@/api/session/account';
import { useForm } from '@/shared/entry/useForm';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { CopyButton } from '@/ui/fields/CopyButton';
import { CodeField, codeForm, codeLength } from './CodeField';
import classes from './factors.module.css';
import { NameAndAdd } from './NameAndAdd';
import { PasswordForm } from './PasswordForm';
import type { StepProps } from './steps';

/** Adds an authenticator app: the password, then the app's first code. */
export function AddApp({ email, onAdded }: StepProps) {
  const [begin, { data, isLoading, error }] = useBeginAppMutation();
  if (data) return <ConfirmApp app={data.data} onAdded={onAdded} />;
  return (
    <PasswordForm
      email={email}
      button="Continue"
      busy={isLoading}
      error={error}
      onSend={(password) => void begin({ passwordProof: { password } })}
    >
      <p>An authenticator app on your phone shows a code that you enter after your password.</p>
    </PasswordForm>
  );
}

const emptyApp = { code: '', name: 'Authenticator app' };

function ConfirmApp({ app, onAdded }: { app: NewApp; onAdded: StepProps['onAdded'] }) {
  const [confirm, { isLoading, error }] = useConfirmAppMutation();
  const { values, errors, change, onSubmit } = useForm(emptyApp, ({ code, name }) => ({
    code: code.length === codeLength ? undefined : code ? codeForm : 'Required!',
    name: name.trim() ? undefined : 'Required!',
  }));
  useDialogGuard(values.code !== '' || values.name !== emptyApp.name);
  const send = async ({ code, name }: typeof values) => {
    if (isLoading) return;
    const { data } = await confirm({ factorId: app.id, appProof: { code, name: name.trim() } });
    if (data) onAdded(data.data.recoveryCodes);
    else change({ code: '' });
  };
  return (
    <form noValidate className={classes.form} onSubmit={onSubmit((filled) => void send(filled))}>
      <p>Scan this picture with your app, or type the secret into it.</p>
      <img
        className={classes.qr}
        src={`data:image/png;base64,${app.image}`}
        width={200}
        height={200}
        alt="QR code with the secret below"
      />
      <div className={classes.copied}>
        <TextInput
          label="Secret"
          readOnly
          value={app.secret}
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'ui-monospace, monospace' } }}
        />
        <CopyButton text={app.secret} label="Copy the secret" />
      </div>
      <CodeField
        label="Code"
        description="6 digits that the app shows now"
        value={values.code}
        error={errors['code']}
        onChange={(code) => change({ code })}
      />
      <NameAndAdd
        name={values.name}
        problem={errors['name']}
        onChange={(name) => change({ name })}
        refusal={error}
        busy={isLoading}
      />
    </form>
  );
}
