import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Plan, Term } from '@/api/billing/billing';
import forms from '@/shared/accounts/forms/forms.module.css';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { useForm } from '@/shared/entry/useForm';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { SelectField } from '@/ui/fields/SelectField';
import { CurrencyField } from '../CurrencyField';
import { type Draft, draftErrors, draftOf, emptyDraft, isFree, isHourly, nameLimit } from './draft';
import { QuotaField } from './QuotaField';
import classes from '../selling.module.css';
import { ServicesField } from './ServicesField';
import type { Unit } from '../units';

const terms: { value: Term; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
];
const units: Unit[] = ['MB', 'GB'];

type Props = {
  plan?: Plan;
  busy: boolean;
  error: unknown;
  onCancel: () => void;
  onSave: (draft: Draft) => Promise<void>;
};

/** What a plan offers, and for which price. */
export function PlanForm({ plan, busy, error, onCancel, onSave }: Props) {
  const [start] = useState(() => (plan ? draftOf(plan.offer) : emptyDraft));
  const { values, errors, change, text, onSubmit } = useForm<Draft>(start, draftErrors);
  useDialogGuard(JSON.stringify(values) !== JSON.stringify(start));
  return (
    <form
      noValidate
      aria-label="Plan"
      className={forms.form}
      onSubmit={onSubmit((draft) => {
        if (!busy) void onSave(draft);
      })}
    >
      {plan && (
        <p className={classes.note} role="note">
          This makes edition {plan.edition + 1}. Subscriptions keep theirs until their next cycle.
        </p>
      )}
      <TextInput
        {...text('name')}
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={nameLimit}

        errorProps={{ role: 'alert' }}
      />
      <Price values={values} error={errors['price']} onChange={change} />
      <div className={classes.quotas}>
        <QuotaField
          name="hours"
          label="Hours in a cycle"
          value={values.hours}
          error={errors['hours']}
          onChange={(hours) => change({ hours })}
        />
        <QuotaField
          name="storage"
          label="Storage"
          value={values.storage}
          error={errors['storage']}
          onChange={(storage) => change({ storage })}
        >
          <SelectField
            label="Unit"
            aria-label="Unit of the storage"
            w={80}
            allowDeselect={false}
            disabled={values.storage.unlimited}
            data={units}
            value={values.unit}
            onChange={(unit) => change({ unit: unit ?? values.unit })}
          />
        </QuotaField>
        <QuotaField
          name="orders"
          label="Orders in a cycle"
          value={values.orders}
          error={errors['orders']}
          onChange={(orders) => change({ orders })}
        />
        <QuotaField
          name="activeOrders"
          label="Active orders at a time"
          value={values.activeOrders}
          error={errors['activeOrders']}
          onChange={(activeOrders) => change({ activeOrders })}
        />
        <TextInput
          {...text('trialDays')}
          label="Free trial in days"
          description="0 for none."
          inputMode="numeric"
          autoComplete="off"

          errorProps={{ role: 'alert' }}
        />
        <Checkbox
          mt={24}
          label="Pay as you go"
          description={isFree(values) ? 'Hours of work are billed afterwards.' : 'Only for a plan whose price is 0.'}
          disabled={!isFree(values)}
          checked={isHourly(values)}
          onChange={(event) => change({ payg: event.currentTarget.checked })}
        />
        {isHourly(values) && (
          <TextInput
            {...text('hourPrice')}
            label="Price of an hour"
            description="Without tax. Each quarter of an hour that has begun is billed."
            required
            inputMode="decimal"
            autoComplete="off"

            errorProps={{ role: 'alert' }}
          />
        )}
      </div>
      <ServicesField limited={values.limited} services={values.services} error={errors['services']} onChange={change} />
      <Refusal error={error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={busy}>
          {plan ? 'Save plan' : 'Create plan'}
        </BusyButton>
      </Group>
    </form>
  );
}

type PriceProps = { values: Draft; error?: string; onChange: (changed: Partial<Draft>) => void };

function Price({ values: { price, currency, term }, error, onChange }: PriceProps) {
  return (
    <div className={classes.money}>
      <TextInput
        name="price"
        label="Price"
        description="Without tax. 0 for a free plan."
        required
        inputMode="decimal"
        autoComplete="off"
        value={price}
        error={error}
        errorProps={{ role: 'alert' }}
        onChange={(event) => onChange({ price: event.currentTarget.value })}
      />
      <CurrencyField value={currency} onChange={(chosen) => onChange({ currency: chosen })} />
      <SelectField<Term>
        label="Term"
        description="Length of a cycle."
        required
        allowDeselect={false}
        data={terms}
        value={term}
        onChange={(chosen) => onChange({ term: chosen ?? term })}
      />
    </div>
  );
}
