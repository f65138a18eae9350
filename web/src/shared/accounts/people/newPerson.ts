import type { NewPerson, Role } from '@/api/people';
import { passwordError } from '@/shared/entry/credentials';
import type { Errors } from '@/shared/entry/useForm';
import { type Names, namesErrors, noNames, ownerOf } from '../forms/fields';

/** The account that a person is added to; the caller's own without an id. */
export type Target = { customerId?: string; clientId?: string };

/** How a new person gets in: with the link of a mail, or with a password. */
export type WayIn = 'invitation' | 'password' | 'generated';

export type Fields = Names & {
  jobTitle: string;
  role: Role;
  isApprover: boolean;
  wayIn: WayIn;
  password: string;
};

export const emptyFields = (role: Role): Fields => ({
  ...noNames,
  jobTitle: '',
  role,
  isApprover: false,
  wayIn: 'invitation',
  password: '',
});

/** Returns the errors of the form by the name of the field. An empty password is fine (SH-176). */
export function fieldErrors(fields: Fields): Errors {
  const typed = fields.wayIn === 'password' && fields.password !== '';
  return { ...namesErrors(fields), password: typed ? passwordError(fields.password) : undefined };
}

/** Returns what is sent for a form that has no errors. */
export function personOf(to: Target, fields: Fields): NewPerson {
  return {
    ...to,
    ...ownerOf(fields),
    role: fields.role,
    ...(fields.jobTitle.trim() && { jobTitle: fields.jobTitle.trim() }),
    ...(fields.role === 'staff' && { isApprover: fields.isApprover }),
    ...(fields.wayIn === 'password' && fields.password && { password: fields.password }),
    ...(fields.wayIn === 'generated' && { generatePassword: true }),
  };
}
