import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useCatalogueQuery } from '@/api/generated';
import { type CustomerAccount, type CustomerTerms, useChangeCustomerMutation } from '@/api/people';
import forms from '@/shared/accounts/forms/forms.module.css';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { Toggle } from '@/shared/accounts/forms/Toggle';
import { toastSuccess } from '@/shared/command/notify';
import { useUnsaved } from '@/shared/form/useUnsaved';
import { BusyButton } from '@/ui/fields/BusyButton';
import { SelectField } from '@/ui/fields/SelectField';
import { packageOptions, storageLimit, toBytes, toGB } from './terms';

const termsOf = (customer: CustomerAccount): CustomerTerms => ({
  packageId: customer.packageId,
  maximumActiveOrder: customer.maximumActiveOrder,
  isPayg: customer.isPayg,
  storage: customer.storage,
  additionalStorage: customer.additionalStorage,
});

/** The limits that start when 'unlimited' is switched off: active orders, and bytes of storage. */
const firstLimit = 5;
const firstStorage = toBytes(10);

/** What is agreed with a customer. */
export function TermsForm({ customer }: { customer: CustomerAccount }) {
  const [terms, setTerms] = useState(() => termsOf(customer));
  const [save, { isLoading, error }] = useChangeCustomerMutation();
  const sending = useUnsaved(terms, termsOf(customer), Boolean(error));
  const packages = useCatalogueQuery({}).data?.data.packages ?? [];
  const options = packageOptions(packages, customer.packageId);
  const set = (changed: Partial<CustomerTerms>) => setTerms({ ...terms, ...changed });

  // A retired package is not in the catalogue of everybody.
  if (customer.packageId && !options.some(({ value }) => value === customer.packageId)) {
    options.unshift({ value: customer.packageId, label: customer.packageName });
  }

  const send = async () => {
    if (isLoading) return;
    sending(terms);
    const { data } = await save({ customerId: customer.id, customerChange: { terms } });
    if (data) toastSuccess('The terms are saved.');
  };

  return (
    <form
      noValidate
      aria-label="Terms"
      className={forms.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <SelectField
        label="Package"
        placeholder="No package"
        description="Another package sets the limit of active orders to its own."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        data={options}
        value={terms.packageId || null}
        onChange={(packageId) => {
          const chosen = packages.find(({ id }) => id === packageId);
          if (packageId) set({ packageId, ...(chosen && { maximumActiveOrder: chosen.maximumActiveOrder }) });
        }}
      />
      <Toggle
        label="Unlimited active orders"
        checked={terms.maximumActiveOrder < 0}
        onChange={(unlimited) => set({ maximumActiveOrder: unlimited ? -1 : firstLimit })}
      />
      {terms.maximumActiveOrder >= 0 && (
        <NumberInput
          label="Maximum active orders"
          min={0}
          max={100_000}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={terms.maximumActiveOrder}
          onChange={(maximum) => set({ maximumActiveOrder: Math.max(0, Number(maximum) || 0) })}
        />
      )}
      <Toggle
        label="Pay as you go"
        description="Orders can be billed by the hour instead of from the package."
        checked={terms.isPayg}
        onChange={(isPayg) => set({ isPayg })}
      />
      <Toggle
        label="Unlimited storage"
        checked={terms.storage < 0}
        onChange={(unlimited) => set({ storage: unlimited ? -1 : firstStorage })}
      />
      {terms.storage >= 0 && (
        <div className={forms.pair}>
          <Storage label="Storage in GB" bytes={terms.storage} onChange={(storage) => set({ storage })} />
          <Storage
            label="Additional storage in GB"
            bytes={terms.additionalStorage}
            onChange={(additionalStorage) => set({ additionalStorage })}
          />
        </div>
      )}
      <Refusal error={error} />
      <div className={forms.buttons}>
        <BusyButton type="submit" busy={isLoading}>
          Save terms
        </BusyButton>
      </div>
    </form>
  );
}

type StorageProps = { label: string; bytes: number; onChange: (bytes: number) => void };

/** The number is not that of the bytes, so that a half-typed `0.` stays as it is. */
function Storage({ label, bytes, onChange }: StorageProps) {
  const [shown, setShown] = useState<string | number>(() => toGB(bytes));
  return (
    <NumberInput
      label={label}
      min={0}
      max={storageLimit}
      decimalScale={2}
      allowNegative={false}
      hideControls
      value={shown}
      onChange={(gb) => {
        setShown(gb);
        onChange(toBytes(gb));
      }}
    />
  );
}
