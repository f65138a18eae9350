import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCatalogueQuery } from '@/api/generated';
import { type AccountCreated, type ClientAccount, type NewCustomer, useCreateCustomerMutation } from '@/api/people';
import { type Names, namesErrors, noNames, ownerOf, required } from '@/shared/accounts/forms/fields';
import forms from '@/shared/accounts/forms/forms.module.css';
import { NameFields } from '@/shared/accounts/forms/NameFields';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { Toggle } from '@/shared/accounts/forms/Toggle';
import { useForm } from '@/shared/entry/useForm';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { SelectField } from '@/ui/fields/SelectField';
import { packageOptions } from './terms';

type Fields = Names & { name: string; clientId: string; packageId: string; isPayg: boolean };

const fieldErrors = (fields: Fields) => ({ name: required(fields.name), ...namesErrors(fields) });

/** Returns what is sent for a form that has no errors. */
function customerOf(fields: Fields): NewCustomer {
  return {
    ...(fields.clientId && { clientId: fields.clientId }),
    name: fields.name.trim(),
    ...(fields.packageId && { packageId: fields.packageId }),
    isPayg: fields.isPayg,
    owner: ownerOf(fields),
  };
}

type Props = {
  /** The clients to choose from. A reseller cannot choose: the customer belongs to the reseller. */
  clients?: ClientAccount[];
  preferred?: string;
  onCreated: (account: AccountCreated, ownerAddress: string) => void;
};

/** The company, the terms and the owner of a new customer. */
export function NewCustomerForm({ clients, preferred, onCreated }: Props) {
  const [empty] = useState<Fields>(() => {
    const direct = clients?.find(({ kind }) => kind === 'direct') ?? clients?.[0];
    const client = clients?.find(({ id }) => id === preferred) ?? direct;
    return { ...noNames, name: '', clientId: client?.id ?? '', packageId: '', isPayg: false };
  });
  const { values, errors, change, text, onSubmit } = useForm(empty, fieldErrors);
  useLeaveGuard(JSON.stringify(values) !== JSON.stringify(empty));
  const packages = packageOptions(useCatalogueQuery({}).data?.data.packages ?? []);
  const [create, { isLoading, error }] = useCreateCustomerMutation();

  const send = async (fields: Fields) => {
    if (isLoading) return;
    const newCustomer = customerOf(fields);
    const { data } = await create({ newCustomer });
    if (data) onCreated(data.data, newCustomer.owner.emailAddress);
  };

  return (
    <Panel label="New customer">
      <form noValidate className={forms.form} onSubmit={onSubmit((fields) => void send(fields))}>
        <fieldset className={forms.section}>
          <legend>Company</legend>
          {clients && (
            <SelectField
              label="Client"
              description="Who the customer belongs to."
              allowDeselect={false}
              data={clients.map(({ id, kind, name }) => ({
                value: id,
                label: kind === 'direct' ? `${name} (direct customers)` : name,
              }))}
              value={values.clientId}
              onChange={(clientId) => clientId && change({ clientId })}
            />
          )}
          <TextInput
            {...text('name')}
            label="Company name"
            required
            data-autofocus
            autoComplete="off"
            maxLength={100}
          />
          <SelectField
            label="Package"
            placeholder="No package"
            clearable
            clearButtonProps={{ 'aria-label': 'Choose no package' }}
            data={packages}
            value={values.packageId || null}
            onChange={(packageId) => change({ packageId: packageId ?? '' })}
          />
          <Toggle
            label="Pay as you go"
            description="Orders can be billed by the hour instead of from the package."
            checked={values.isPayg}
            onChange={(isPayg) => change({ isPayg })}
          />
        </fieldset>
        <fieldset className={forms.section}>
          <legend>Account owner</legend>
          <p className={forms.hint}>They get a mail with a link that lets them choose a password.</p>
          <NameFields values={values} errors={errors} onChange={change} />
        </fieldset>
        <Refusal error={error} />
        <div className={forms.buttons}>
          <BusyButton type="submit" busy={isLoading}>
            Create Customer
          </BusyButton>
        </div>
      </form>
    </Panel>
  );
}
