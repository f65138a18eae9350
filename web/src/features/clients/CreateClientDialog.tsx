import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateClientMutation } from '@/api/people';
import { type Names, namesErrors, noNames, ownerOf, required } from '@/shared/accounts/forms/fields';
import forms from '@/shared/accounts/forms/forms.module.css';
import { NameFields } from '@/shared/accounts/forms/NameFields';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { useForm } from '@/shared/entry/useForm';
import { FormDialog } from '@/shared/form/FormDialog';
import { invited, useMailOff } from '@/shared/MailOff';
import { toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { shortName, shortNameError } from './kinds';

type Fields = Names & { name: string; id: string };

const empty: Fields = { ...noNames, name: '', id: '' };

const fieldErrors = (fields: Fields) => ({
  name: required(fields.name),
  id: shortNameError(fields.id),
  ...namesErrors(fields),
});

/** Creates a reseller and invites its owner. */
export function CreateClientDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog opened onClose={onClose} title="Create reseller" size="lg">
      <ClientForm onClose={onClose} />
    </FormDialog>
  );
}

function ClientForm({ onClose }: { onClose: () => void }) {
  const { values, errors, change, onSubmit } = useForm(empty, fieldErrors);
  useDialogGuard(JSON.stringify(values) !== JSON.stringify(empty));
  // The short name follows the name until the user has typed their own.
  const [own, setOwn] = useState(false);
  const [create, { isLoading, error }] = useCreateClientMutation();
  const mailOff = useMailOff();
  const navigate = useNavigate();

  const send = async (fields: Fields) => {
    if (isLoading) return;
    const newClient = { id: fields.id.trim(), name: fields.name.trim(), owner: ownerOf(fields) };
    const { data } = await create({ newClient });
    if (!data) return;
    toastSuccess(`${newClient.name} is created. ${invited(newClient.owner.emailAddress, mailOff)}`);
    await navigate(`/clients/${encodeURIComponent(data.data.id)}`);
  };

  return (
    <form noValidate className={forms.form} onSubmit={onSubmit((fields) => void send(fields))}>
      <fieldset className={forms.section}>
        <legend>Company</legend>
        <TextInput
          name="name"
          label="Company name"
          required
          data-autofocus
          autoComplete="off"
          maxLength={100}
          value={values.name}
          error={errors.name}
          onChange={({ currentTarget: { value: name } }) => change(own ? { name } : { name, id: shortName(name) })}
        />
        <TextInput
          name="id"
          label="Short name"
          description="For addresses. It cannot be changed later."
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={values.id}
          error={errors.id}
          onChange={(event) => {
            setOwn(event.currentTarget.value !== '');
            change({ id: event.currentTarget.value });
          }}
        />
      </fieldset>
      <fieldset className={forms.section}>
        <legend>Account owner</legend>
        <p className={forms.hint}>They get a mail with a link that lets them choose a password.</p>
        <NameFields values={values} errors={errors} onChange={change} />
      </fieldset>
      <Refusal error={error} />
      <div className={forms.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={isLoading}>
          Create reseller
        </BusyButton>
      </div>
    </form>
  );
}
