import { TextInput } from '@mantine/core';
import { useSaveProfileMutation } from '@/api/session/account';
import type { Profile } from '@/api/generated';
import { phoneError } from '@/lib/format/phone';
import { tours } from '@/shared/tours';
import type { Errors } from '@/shared/entry/useForm';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { TimeZoneField } from '@/shared/form/TimeZoneField';
import { Panel } from '@/ui/page/Panel';
import { FormFoot } from './FormFoot';
import classes from './profile.module.css';
import { trimmed, useSavedForm } from './useSavedForm';

const detailsOf = ({ firstname, lastname, jobTitle, phone, timeZone }: Profile) => ({
  firstname,
  lastname,
  jobTitle,
  phone,
  timeZone: timeZone.label,
});

type Details = ReturnType<typeof detailsOf>;

const required = (text: string) => (text.trim() ? undefined : 'Required!');

const detailsErrors =
  (international: boolean) =>
  ({ firstname, lastname, phone, timeZone }: Details): Errors => ({
    firstname: required(firstname),
    lastname: required(lastname),
    phone: phoneError(phone, international),
    timeZone: required(timeZone),
  });

/** Name, job title, phone number and time zone of the user. */
export function PersonalSection({ me }: { me: Profile }) {
  const international = me.internationalPhones ?? false;
  const { values, errors, change, onSubmit, reset, unsaved } = useSavedForm(
    detailsOf(me),
    detailsErrors(international),
  );
  const [call, { isLoading }] = useSaveProfileMutation();
  const save = async (details: Details) => {
    try {
      await call({ profileChange: trimmed(details) }).unwrap();
      toastSuccess('Your profile is saved');
      reset();
      tours.edited();
    } catch (error) {
      toastError(error);
    }
  };
  const text = (name: keyof Details) => ({
    name,
    maxLength: 100,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <Panel title="Personal" id="personal" tour="profile-personal">
      <form noValidate className={classes.fields} onSubmit={onSubmit((details) => void save(details))}>
        {!me.isProfileComplete && (
          <p className={classes.missing}>
            Your profile is complete once it has your first and last name and a time zone.
          </p>
        )}
        <div className={classes.two}>
          <TextInput label="First name" autoComplete="given-name" required {...text('firstname')} />
          <TextInput label="Last name" autoComplete="family-name" required {...text('lastname')} />
        </div>
        <div className={classes.two}>
          <TextInput label="Job title" autoComplete="organization-title" {...text('jobTitle')} />
          <TextInput
            label="Phone"
            type="tel"
            autoComplete="tel"
            description={
              international
                ? '11 digits, or + and 7 to 15 digits, besides dashes, underscores and spaces'
                : '11 digits besides dashes, underscores and spaces'
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...text('phone')}
            maxLength={40}
          />
        </div>
        <TimeZoneField
          required
          value={values.timeZone}
          error={errors['timeZone']}
          onChange={(timeZone) => change({ timeZone })}
        />
        <FormFoot button="Save profile" busy={isLoading} unsaved={unsaved} />
      </form>
    </Panel>
  );
}
