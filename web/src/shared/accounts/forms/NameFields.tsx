import { TextInput } from '@mantine/core';
import { type Errors, textFields } from '@/shared/entry/useForm';
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
  const text = textFields({ values, errors, change: onChange });
  const kinds = own ? ['given-name', 'family-name', 'username'] : ['off', 'off', 'off'];
  return (
    <>
      <div className={classes.pair} data-tour="member-name">
        <TextInput
          {...text('firstname')}
          label="First name"
          required
          withAsterisk={!own}
          data-autofocus={autofocus || undefined}
          autoComplete={kinds[0]}
          maxLength={100}
        />
        <TextInput
          {...text('lastname')}
          label="Last name"
          required
          withAsterisk={!own}
          autoComplete={kinds[1]}
          maxLength={100}
        />
      </div>
      <TextInput
        {...text('email')}
        label="Email Address"
        wrapperProps={{ 'data-tour': 'member-email' }}
        required
        withAsterisk={!own}
        type="email"
        autoComplete={kinds[2]}
        maxLength={254}
      />
    </>
  );
}
