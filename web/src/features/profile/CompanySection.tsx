import { Skeleton, TextInput } from '@mantine/core';
import { type Company, useCompanyQuery, useSaveCompanyMutation } from '@/api/session/account';
import { apiError, sentence } from '@/api/request/envelope';
import { tours } from '@/shared/tours';
import type { Errors } from '@/shared/entry/useForm';
import { CountryField } from '@/shared/form/CountryField';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { ErrorState } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { LongText } from '@/ui/content/LongText';
import { FormFoot } from './FormFoot';
import classes from './profile.module.css';
import { trimmed, useSavedForm } from './useSavedForm';

/** Lets an account owner edit the company's name, address, country and contact (SH-171). */
export function CompanySection({ complete }: { complete: boolean }) {
  const { data, error, refetch } = useCompanyQuery();
  return (
    <Panel title="Company" id="company" tour="profile-company">
      {error && !data && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={330} role="status" aria-label="Loading the company" />}
      {data && <CompanyForm company={data.data} complete={complete} />}
    </Panel>
  );
}

const companyErrors = ({ name }: Company): Errors => ({ name: name.trim() ? undefined : 'Required!' });

function CompanyForm({ company, complete }: { company: Company; complete: boolean }) {
  const { values, change, text, onSubmit, reset, unsaved } = useSavedForm(company, companyErrors);
  const [call, { isLoading }] = useSaveCompanyMutation();
  const save = async (changed: Company) => {
    try {
      await call({ company: trimmed(changed) }).unwrap();
      toastSuccess('Your company is saved');
      reset();
      tours.edited();
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <form noValidate className={classes.fields} onSubmit={onSubmit((changed) => void save(changed))}>
      {!complete && (
        <p className={classes.missing}>
          Your company is complete once it has a name, an address, a country and a contact.
        </p>
      )}
      <TextInput {...text('name')} label="Company name" required autoComplete="organization" maxLength={100} />
      <LongText
        name="address"
        label="Address"
        withAsterisk
        autoComplete="street-address"
        minRows={3}
        limit={500}
        value={values.address}
        onChange={(address) => change({ address })}
      />
      <div className={classes.two}>
        <CountryField withAsterisk value={values.country} onChange={(country) => change({ country })} />
        <TextInput
          name="contact"
          label="Contact"
          withAsterisk
          description="Who to ask for"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={200}
          value={values.contact}
          onChange={(event) => change({ contact: event.currentTarget.value })}
        />
      </div>
      <FormFoot button="Save company" busy={isLoading} unsaved={unsaved} />
    </form>
  );
}
