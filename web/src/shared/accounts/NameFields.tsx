import { TextInput } from '@mantine/core';
import type { Errors } from '@/shared/entry/useForm';
import classes from './forms.module.css';
import type { Names } from './fields';

type Props = {
  values: Names;
  errors: Errors;
  onChange: (changed: Partial<Names>) => void;
  /** Set where these are the first fields of a dialog. */
  autofocus?: boolean;
  /** Set where people enter their own name, which the browser may fill in. */
  own?: boolean;
};

/** The name and the e-mail address of a person. */
export function NameFields({ values, errors, onChange, autofocus, own = false }: Props) {
  const kinds = own ? ['given-name', 'family-name', 'username'] : ['off', 'off', 'off'];
  return (
    <>
      <div className={classes.pair} data-tour="member-name">
        <TextInput
          name="firstname"
          label="First name"
          required
          withAsterisk={!own}
          data-autofocus={autofocus || undefined}
          autoComplete={kinds[0]}
          maxLength={100}
          value={values.firstname}
          error={errors.firstname}
          onChange={(event) => onChange({ firstname: event.currentTarget.value })}
        />
        <TextInput
          name="lastname"
          label="Last name"
          required
          withAsterisk={!own}
          autoComplete={kinds[1]}
          maxLength={100}
          value={values.lastname}
          error={errors.lastname}
          onChange={(event) => onChange({ lastname: event.currentTarget.value })}
        />
      </div>
      <TextInput
        name="email"
        label="Email Address"
        wrapperProps={{ 'data-tour': 'member-email' }}
        required
        withAsterisk={!own}
        type="email"
        autoComplete={kinds[2]}
        maxLength={254}
        value={values.email}
        error={errors.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
    </>
  );
}
