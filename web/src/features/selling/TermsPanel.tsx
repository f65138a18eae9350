import { Skeleton, TextInput } from '@mantine/core';
import { type Plan, type SellingTerms, useSaveSellingTermsMutation, useSellingTermsQuery } from '@/api/billing/billing';
import { apiError, sentence } from '@/api/request/envelope';
import forms from '@/shared/accounts/forms/forms.module.css';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { useForm } from '@/shared/entry/useForm';
import { toastSuccess } from '@/shared/command/notify';
import { TimeZoneField } from '@/shared/form/TimeZoneField';
import { useUnsaved } from '@/shared/form/useUnsaved';
import { ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { LongText } from '@/ui/content/LongText';
import { Panel } from '@/ui/page/Panel';
import classes from './selling.module.css';
import { bankLimit, prefixOf, termsDraft, termsErrors, termsOf, usualPrefix } from './terms';
import { currencyHint } from './words';

type Props = { clientId: string; plans: Plan[] };

/** On which terms a client sells: they apply to invoices from then on. */
export function TermsPanel({ clientId, plans }: Props) {
  const { data, error, refetch } = useSellingTermsQuery({ clientId });
  return (
    <Panel title="Terms of invoices">
      {error && !data && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={210} role="status" aria-label="Loading the terms" />}
      {data && <Form clientId={clientId} terms={data.data} plans={plans} />}
    </Panel>
  );
}

function Form({ clientId, terms, plans }: Props & { terms: SellingTerms }) {
  const stored = termsDraft(terms);
  const { values, errors, change, text, onSubmit } = useForm(stored, termsErrors);
  const [save, { isLoading, error }] = useSaveSellingTermsMutation();
  const sending = useUnsaved(values, stored, Boolean(error));
  const hint = currencyHint(plans.filter(({ offered }) => offered).map(({ offer }) => offer));

  const send = async () => {
    if (isLoading) return;
    sending(values);
    const { data } = await save({ clientId, sellingTerms: termsOf(values) });
    if (data) toastSuccess(data.message);
  };

  return (
    <form noValidate aria-label="Terms of invoices" className={forms.form} onSubmit={onSubmit(() => void send())}>
      <p className={forms.hint}>They are for invoices from now on. What is issued already does not change.</p>
      <div className={classes.terms}>
        <TextInput
          {...text('tax')}
          label="Tax rate in percent"
          description="Added to the price of plans. 0 for none."
          required
          inputMode="decimal"
          autoComplete="off"

          errorProps={{ role: 'alert' }}
        />
        <TextInput
          {...text('days')}
          label="Days to pay"
          description="After them an invoice is past due."
          required
          inputMode="numeric"
          autoComplete="off"

          errorProps={{ role: 'alert' }}
        />
      </div>
      <TextInput
        name="prefix"
        label="Prefix of numbers"
        description={`Orders are called ${prefixOf(values)}-7, invoices ${prefixOf(values)}-2026-000007. Numbers given before stay.`}
        placeholder={usualPrefix}
        maxLength={5}
        autoComplete="off"
        value={values.prefix}
        error={errors['prefix']}
        errorProps={{ role: 'alert' }}
        onChange={(event) => change({ prefix: event.currentTarget.value.trim() })}
      />
      <TimeZoneField
        value={values.zone}
        description="Of the dates on invoices. Without one, that of the business hours."
        onChange={(zone) => change({ zone })}
      />
      <LongText
        label="Bank details"
        description={`Printed on invoices. ${hint}`.trim()}
        placeholder={'Account holder\nIBAN\nBIC'}
        minRows={3}
        limit={bankLimit}
        value={values.bank}
        onChange={(bank) => change({ bank })}
      />
      <Refusal error={error} />
      <div className={forms.buttons}>
        <BusyButton type="submit" busy={isLoading}>
          Save terms
        </BusyButton>
      </div>
    </form>
  );
}
