import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Pack, type PackKind, type PriceList, useSavePacksMutation } from '@/api/billing/billing';
import forms from '@/shared/accounts/forms/forms.module.css';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { kindsOfPacks, packKinds } from '@/shared/billing/words';
import { useForm } from '@/shared/entry/useForm';
import { FormDialog } from '@/shared/form/FormDialog';
import { toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { SelectField } from '@/ui/fields/SelectField';
import { CurrencyField } from '../CurrencyField';
import { nameLimit } from '../plans/draft';
import { emptyPack, type PackDraft, packDraftOf, packErrors, packOf } from './packDraft';
import classes from '../selling.module.css';
import type { Unit } from '../units';

const units: Unit[] = ['MB', 'GB'];
const kinds = kindsOfPacks.map((value) => ({ value, label: packKinds[value] }));
const sizeLabels: Record<PackKind, string> = {
  hours: 'Hours',
  orders: 'Number of orders',
  'active-orders': 'Number of active orders',
  bytes: 'Storage',
};

type Props = {
  clientId: string;
  /** The price list, which is saved as a whole. */
  list: PriceList;
  pack?: Pack;
  /** The currency of a new pack. */
  currency: string;
  onClose: () => void;
};

/** The form of a new pack of the price list, or of one that is there. */
export function PackDialog(props: Props) {
  const { pack, onClose } = props;
  return (
    <FormDialog opened onClose={onClose} size={560} title={pack ? `Edit ${pack.name}` : 'New pack'}>
      <PackForm {...props} />
    </FormDialog>
  );
}

function PackForm({ clientId, list: { packs, version }, pack, currency, onClose }: Props) {
  const [start] = useState(() => (pack ? packDraftOf(pack) : emptyPack(currency)));
  const { values, change, text, onSubmit } = useForm<PackDraft>(start, packErrors);
  const [save, { isLoading, error }] = useSavePacksMutation();
  useDialogGuard(JSON.stringify(values) !== JSON.stringify(start));

  const send = async () => {
    if (isLoading) return;
    const next = packOf(values, pack);
    const list = pack ? packs.map((one) => (one.id === pack.id ? next : one)) : [...packs, next];
    const { data } = await save({ clientId, priceList: { packs: list, version } });
    if (!data) return;
    toastSuccess(data.message);
    onClose();
  };

  return (
    <form noValidate aria-label="Pack" className={forms.form} onSubmit={onSubmit(() => void send())}>
      {pack && (
        <p className={classes.note} role="note">
          This is for what is bought from now on. Packs that are bought with each cycle already keep their price.
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
      <div className={classes.quotas}>
        <SelectField<PackKind>
          label="What it adds"
          required
          allowDeselect={false}
          data={kinds}
          value={values.kind}
          onChange={(kind) => change({ kind: kind ?? values.kind })}
        />
        <div className={values.kind === 'bytes' ? classes.row : undefined}>
          <TextInput
            {...text('size')}
            label={sizeLabels[values.kind]}
            required
            inputMode="decimal"
            autoComplete="off"

            errorProps={{ role: 'alert' }}
          />
          {values.kind === 'bytes' && (
            <SelectField
              label="Unit"
              aria-label="Unit of the storage"
              w={80}
              allowDeselect={false}
              data={units}
              value={values.unit}
              onChange={(unit) => change({ unit: unit ?? values.unit })}
            />
          )}
        </div>
        <TextInput
          {...text('price')}
          label="Price"
          description="Without tax."
          required
          inputMode="decimal"
          autoComplete="off"

          errorProps={{ role: 'alert' }}
        />
        <CurrencyField value={values.currency} onChange={(chosen) => change({ currency: chosen })} />
      </div>
      <Refusal error={error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={isLoading}>
          {pack ? 'Save pack' : 'Add pack'}
        </BusyButton>
      </Group>
    </form>
  );
}
