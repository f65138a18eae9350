import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSetUpMutation } from '@/api/session/account';
import entry from '@/shared/entry/entry.module.css';
import { useForm } from '@/shared/entry/useForm';
import { useSignIn } from '@/shared/entry/useSignIn';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { useUnsaved } from '@/shared/form/useUnsaved';
import { BusyButton } from '@/ui/fields/BusyButton';
import { emptyFields, fieldErrors, type Fields, setupOf } from './fields';
import { HoursSection } from './HoursSection';
import { LogoField } from './LogoField';
import { PersonSection } from './PersonSection';
import classes from './setup.module.css';

/** Asks for what a new installation needs. A refusal keeps what was typed. */
export function SetupForm({ token }: { token: string }) {
  const [empty] = useState(emptyFields);
  const { values, errors, change, text, onSubmit } = useForm(empty, fieldErrors);
  const [call, { isLoading, isError }] = useSetUpMutation();
  const sending = useUnsaved(values, empty, isError);
  const navigate = useNavigate();
  const { submit } = useSignIn('desk');

  const send = async (fields: Fields) => {
    const setup = setupOf(token, fields);
    sending(fields);
    try {
      await call({ setup }).unwrap();
    } catch (error) {
      toastError(error);
      return;
    }
    const refused = await submit({ email: setup.email, password: setup.password });
    toastSuccess(refused ? 'Your product is set up. Sign in to begin.' : 'Your product is set up');
    await navigate(refused ? '/admin/signin' : '/', { state: { email: setup.email } });
  };

  return (
    <form noValidate className={entry.form} onSubmit={onSubmit((fields) => void send(fields))}>
      <fieldset className={classes.section}>
        <legend>Product</legend>
        <TextInput {...text('productName')} label="Product name" autoComplete="organization" maxLength={100} />
        <LogoField logo={values.logo} onChange={(logo) => change({ logo })} />
        <Checkbox
          label="Take international phone numbers"
          description="With + and 7 to 15 digits. Otherwise phone numbers have 11 digits."
          checked={values.internationalPhones}
          onChange={(event) => change({ internationalPhones: event.currentTarget.checked })}
        />
      </fieldset>
      <PersonSection values={values} errors={errors} onChange={change} />
      <HoursSection values={values} errors={errors} onChange={change} />
      <BusyButton type="submit" fullWidth busy={isLoading}>
        Set up
      </BusyButton>
    </form>
  );
}
