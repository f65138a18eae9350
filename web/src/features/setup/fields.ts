import type { Setup } from '@/api/generatedAccount';
import { ownZone } from '@/lib/zones';
import { emailError } from '@/shared/entry/credentials';
import { noPasswords, type Passwords, passwordErrors } from '@/shared/entry/PasswordFields';
import type { Errors } from '@/shared/entry/useForm';
import { type Day, dayError, openHours, usualDays } from './days';

export type Fields = Passwords & {
  productName: string;
  firstname: string;
  lastname: string;
  email: string;
  timeZone: string;
  days: Day[];
};

export const emptyFields = (): Fields => ({
  ...noPasswords,
  productName: '',
  firstname: '',
  lastname: '',
  email: '',
  timeZone: ownZone(),
  days: usualDays,
});

const required = (text: string) => (text.trim() ? undefined : 'Required!');

/** Returns the errors of the form by the name of the field. The weekdays are `day0` to `day6`. */
export function fieldErrors(fields: Fields): Errors {
  return {
    productName: required(fields.productName),
    firstname: required(fields.firstname),
    lastname: required(fields.lastname),
    email: emailError(fields.email),
    ...passwordErrors(fields),
    ...Object.fromEntries(fields.days.map((day, index) => [`day${index}`, dayError(day)])),
  };
}

/** Returns what is sent for a form that has no errors. */
export function setupOf(token: string, fields: Fields): Setup {
  return {
    token,
    productName: fields.productName.trim(),
    firstname: fields.firstname.trim(),
    lastname: fields.lastname.trim(),
    email: fields.email.trim(),
    password: fields.password,
    timeZone: fields.timeZone,
    days: fields.days.map(openHours),
  };
}
