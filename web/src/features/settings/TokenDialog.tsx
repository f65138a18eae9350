import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type TokenScope, useCreateAccessTokenMutation } from '@/api/session/account';
import { dayOf, endOfDay } from '@/lib/format/dates';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { ShownOnce } from '@/shared/accounts/forms/ShownOnce';
import forms from '@/shared/accounts/forms/forms.module.css';
import { useForm } from '@/shared/entry/useForm';
import { FormDialog } from '@/shared/form/FormDialog';
import { BusyButton } from '@/ui/fields/BusyButton';
import { DateField } from '@/ui/fields/DateField';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { scopes, scopeWords } from './scopes';

const day = 86_400_000;
export const inDays = (days: number) => dayOf(new Date(Date.now() + days * day).toISOString());
export const longest = 364; // days; the last one counts to its end

type Props = { email: string; onClose: () => void };

/** Creates an access token, and shows it this once (BY-052). */
export function TokenDialog({ email, onClose }: Props) {
  const [token, setToken] = useState<string>();
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={token ? 'Your new access token' : 'Create an access token'}
      // A slip must not close the only view of the token.
      closeOnClickOutside={false}
      closeOnEscape={!token}
      withCloseButton={!token}
    >
      {token ? (
        <ShownOnce label="Access token" value={token} copy="Copy the token" onDone={onClose}>
          <p role="status">Copy the token now and give it to the software that uses it. It is not shown again.</p>
        </ShownOnce>
      ) : (
        <TokenForm email={email} onToken={setToken} />
      )}
    </FormDialog>
  );
}

type Values = { name: string; scopes: string[]; ends: string; password: string };

const validate = ({ name, scopes: chosen, ends, password }: Values) => ({
  name: name.trim() ? undefined : 'Required!',
  scopes: chosen.length > 0 ? undefined : 'Choose at least one.',
  ends: endOfDay(ends) ? undefined : 'Required!',
  password: password ? undefined : 'Required!',
});

function TokenForm({ email, onToken }: { email: string; onToken: (token: string) => void }) {
  const [first] = useState<Values>(() => ({ name: '', scopes: [], ends: inDays(90), password: '' }));
  const { values, errors, change, text, onSubmit } = useForm(first, validate);
  const [call, { isLoading, error }] = useCreateAccessTokenMutation();
  useDialogGuard(values.name !== '' || values.scopes.length > 0);
  return (
    <form
      noValidate
      className={forms.form}
      onSubmit={onSubmit(({ name, scopes: chosen, ends, password }) => {
        if (isLoading) return;
        const endsAt = endOfDay(ends) ?? '';
        const newAccessToken = { name: name.trim(), scopes: chosen as TokenScope[], endsAt, password };
        void call({ newAccessToken }).then(({ data }) => data && onToken(data.data.token));
      })}
    >
      <TextInput
        data-autofocus
        {...text('name')}
        label="Name"
        description="What the token is for, so that you know it again"
        maxLength={100}
        autoComplete="off"
      />
      <Checkbox.Group
        label="What it may do"
        value={values.scopes}
        error={errors['scopes']}
        onChange={(chosen) => change({ scopes: chosen })}
      >
        <Stack gap={10} mt={6}>
          {scopes.map((scope) => (
            <Checkbox key={scope} name="scopes" value={scope} label={scopeWords[scope]} description={scope} size="sm" />
          ))}
        </Stack>
      </Checkbox.Group>
      <DateField
        name="ends"
        label="Last day"
        description="At most a year from now"
        min={inDays(0)}
        max={inDays(longest)}
        value={values.ends}
        error={errors['ends']}
        onChange={(ends) => change({ ends })}
      />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput {...text('password')} label="Your password" autoComplete="current-password" />
      <Refusal error={error} />
      <div className={forms.buttons}>
        <BusyButton type="submit" busy={isLoading}>
          Create the token
        </BusyButton>
      </div>
    </form>
  );
}
