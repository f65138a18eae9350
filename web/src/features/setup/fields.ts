import type { Setup } from '@/api/generated/account';
import type { DrawnPicture } from '@/lib/files/drawPicture';
import { ownZone } from '@/lib/format/zones';
import { type Names, namesErrors, noNames, required } from '@/shared/accounts/forms/fields';
import { noPasswords, type Passwords, passwordErrors } from '@/shared/entry/PasswordFields';
import type { Errors } from '@/shared/entry/useForm';
import { type Day, dayError, openHours, usualDays } from '@/shared/hours/days';

export type Fields = Names &
  Passwords & {
    productName: string;
    logo: DrawnPicture | null;
    timeZone: string;
    internationalPhones: boolean;
    days: Day[];
  };

export const emptyFields = (): Fields => ({
  ...noNames,
  ...noPasswords,
  productName: '',
  logo: null,
  timeZone: ownZone(),
  internationalPhones: true,
  days: usualDays,
});

/** Returns the errors of the form by the name of the field. The weekdays are `day0` to `day6`. */
export function fieldErrors(fields: Fields): Errors {
  return {
    productName: required(fields.productName),
    ...namesErrors(fields),
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
    internationalPhones: fields.internationalPhones,
    days: fields.days.map(openHours),
    ...(fields.logo && { logo: fields.logo.image }),
  };
}
