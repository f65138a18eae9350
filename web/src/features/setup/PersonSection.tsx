import { TextInput } from '@mantine/core';
import { PasswordFields } from '@/shared/entry/PasswordFields';
import type { Errors } from '@/shared/entry/useForm';
import type { Fields } from './fields';
import classes from './setup.module.css';

type Props = { values: Fields; errors: Errors; onChange: (changed: Partial<Fields>) => void };

/** The first admin: name, address and password. */
export function PersonSection({ values, errors, onChange }: Props) {
  return (
    <fieldset className={classes.section}>
      <legend>You</legend>
      <div className={classes.names}>
        <TextInput
          name="firstname"
          label="First name"
          autoComplete="given-name"
          maxLength={100}
          value={values.firstname}
          error={errors.firstname}
          onChange={(event) => onChange({ firstname: event.currentTarget.value })}
        />
        <TextInput
          name="lastname"
          label="Last name"
          autoComplete="family-name"
          maxLength={100}
          value={values.lastname}
          error={errors.lastname}
          onChange={(event) => onChange({ lastname: event.currentTarget.value })}
        />
      </div>
      <TextInput
        name="email"
        label="Email Address"
        type="email"
        autoComplete="username"
        maxLength={254}
        value={values.email}
        error={errors.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <PasswordFields values={values} errors={errors} onChange={onChange} />
    </fieldset>
  );
}
