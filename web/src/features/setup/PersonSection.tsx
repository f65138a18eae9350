import { NameFields } from '@/shared/accounts/forms/NameFields';
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
      <NameFields own values={values} errors={errors} onChange={onChange} />
      <PasswordFields values={values} errors={errors} onChange={onChange} />
    </fieldset>
  );
}
