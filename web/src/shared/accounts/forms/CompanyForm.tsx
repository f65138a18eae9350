import { TextInput } from '@mantine/core';
import type { Company } from '@/api/people';
import { CountryField } from '@/shared/form/CountryField';
import { useForm } from '@/shared/entry/useForm';
import { useUnsaved } from '@/shared/form/useUnsaved';
import { BusyButton } from '@/ui/fields/BusyButton';
import { LongText } from '@/ui/content/LongText';
import { required } from './fields';
import classes from './forms.module.css';
import { Refusal } from './Refusal';

const fieldErrors = ({ name }: Company) => ({ name: required(name) });

const trimmed = ({ name, address, country, contact }: Company): Company => ({
  name: name.trim(),
  address: address.trim(),
  country,
  contact: contact.trim(),
});

type Props = { company: Company; busy: boolean; error: unknown; onSave: (company: Company) => void };

/** The name, the address, the country and the contact of a company. */
export function CompanyForm({ company, busy, error, onSave }: Props) {
  const { values, change, text, onSubmit } = useForm(company, fieldErrors);
  const sending = useUnsaved(trimmed(values), trimmed(company), Boolean(error));
  return (
    <form
      noValidate
      aria-label="Company"
      className={classes.form}
      onSubmit={onSubmit((fields) => {
        if (busy) return;
        sending(trimmed(fields));
        onSave(trimmed(fields));
      })}
    >
      <TextInput {...text('name')} label="Company name" required autoComplete="off" maxLength={100} />
      <LongText label="Address" limit={500} value={values.address} onChange={(address) => change({ address })} />
      <div className={classes.pair}>
        <CountryField value={values.country} onChange={(country) => change({ country })} />
        <TextInput
          label="Contact"
          placeholder="Who to ask for"
          autoComplete="off"
          maxLength={200}
          value={values.contact}
          onChange={(event) => change({ contact: event.currentTarget.value })}
        />
      </div>
      <Refusal error={error} />
      <div className={classes.buttons}>
        <BusyButton type="submit" busy={busy}>
          Save company
        </BusyButton>
      </div>
    </form>
  );
}
