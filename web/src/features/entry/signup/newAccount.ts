import type { SignUp } from '@/api/generated/account';
import { ownZone } from '@/lib/format/zones';
import { type Names, namesErrors, noNames, ownerOf, required } from '@/shared/accounts/forms/fields';
import { noPasswords, type Passwords, passwordErrors } from '@/shared/entry/PasswordFields';
import type { Errors } from '@/shared/entry/useForm';

export type Fields = Names & Passwords & { company: string; timeZone: string };

export const emptyFields = (): Fields => ({ ...noNames, ...noPasswords, company: '', timeZone: ownZone() });

/** Returns the errors of the form by the name of the field. */
export const fieldErrors = (fields: Fields): Errors => ({
  company: required(fields.company),
  ...namesErrors(fields),
  ...passwordErrors(fields),
  timeZone: required(fields.timeZone),
});

/** Returns what is sent for a form that has no errors. */
export const signUpOf = (fields: Fields): SignUp => ({
  ...ownerOf(fields),
  company: fields.company.trim(),
  password: fields.password,
  timeZone: fields.timeZone,
});
