import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSetUpMutation } from '@/api/account';
import entry from '@/shared/entry/entry.module.css';
import { useForm } from '@/shared/entry/useForm';
import { toastError, toastSuccess } from '@/shared/notify';
import { useUnsaved } from '@/shared/useUnsaved';
import { BusyButton } from '@/ui/BusyButton';
import { emptyFields, fieldErrors, type Fields, setupOf } from './fields';
import { HoursSection } from './HoursSection';
import { LogoField } from './LogoField';
import { PersonSection } from './PersonSection';
import classes from './setup.module.css';

/** Asks for what a new installation needs. A refusal keeps what was typed. */
export function SetupForm({ token }: { token: string }) {
  const [empty] = useState(emptyFields);
  const { values, errors, change, onSubmit } = useForm(empty, fieldErrors);
  const [call, { isLoading, isError }] = useSetUpMutation();
  const sending = useUnsaved(values, empty, isError);
  const navigate = useNavigate();

  const send = async (fields: Fields) => {
    const setup = setupOf(token, fields);
    sending(fields);
    try {
      await call({ setup }).unwrap();
    } catch (error) {
      toastError(error);
      return;
    }
    toastSuccess('Your product is set up. Sign in to begin.');
    await navigate('/admin/signin', { state: { email: setup.email } });
  };

  return (
    <form noValidate className={entry.form} onSubmit={onSubmit((fields) => void send(fields))}>
      <fieldset className={classes.section}>
        <legend>Product</legend>
        <TextInput
          name="productName"
          label="Product name"
          autoComplete="organization"
          maxLength={100}
          value={values.productName}
          error={errors.productName}
          onChange={(event) => change({ productName: event.currentTarget.value })}
        />
        <LogoField logo={values.logo} onChange={(logo) => change({ logo })} />
      </fieldset>
      <PersonSection values={values} errors={errors} onChange={change} />
      <HoursSection values={values} errors={errors} onChange={change} />
      <BusyButton type="submit" fullWidth busy={isLoading}>
        Set up
      </BusyButton>
    </form>
  );
}
