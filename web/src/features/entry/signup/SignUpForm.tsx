import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { NameFields } from '@/shared/accounts/forms/NameFields';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import entry from '@/shared/entry/entry.module.css';
import { PasswordFields } from '@/shared/entry/PasswordFields';
import { type Errors, textFields } from '@/shared/entry/useForm';
import { TimeZoneField } from '@/shared/form/TimeZoneField';
import { BusyButton } from '@/ui/fields/BusyButton';
import type { Fields } from './newAccount';

type Props = {
  values: Fields;
  errors: Errors;
  change: (changed: Partial<Fields>) => void;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  busy: boolean;
  error: unknown;
};

/** Asks for what a new account needs. A refusal keeps what was typed. */
export function SignUpForm({ values, errors, change, onSubmit, busy, error }: Props) {
  return (
    <form noValidate className={entry.form} onSubmit={onSubmit}>
      <TextInput
        {...textFields({ values, errors, change })('company')}
        label="Company"
        autoComplete="organization"
        maxLength={100}
      />
      <NameFields own values={values} errors={errors} onChange={change} />
      <PasswordFields values={values} errors={errors} onChange={change} />
      <TimeZoneField value={values.timeZone} error={errors['timeZone']} onChange={(timeZone) => change({ timeZone })} />
      <Refusal error={error} />
      <BusyButton type="submit" fullWidth busy={busy}>
        Sign up
      </BusyButton>
    </form>
  );
}
