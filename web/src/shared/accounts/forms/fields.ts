import type { NewOwner } from '@/api/people';
import { emailError } from '@/shared/entry/credentials';
import type { Errors } from '@/shared/entry/useForm';

export type Names = { firstname: string; lastname: string; email: string };

export const noNames: Names = { firstname: '', lastname: '', email: '' };

/** Returns the error of a text that must be given. */
export const required = (text: string): string | undefined => (text.trim() ? undefined : 'Required!');

/** Returns the errors of the fields that say who a person is. */
export const namesErrors = ({ firstname, lastname, email }: Names): Errors => ({
  firstname: required(firstname),
  lastname: required(lastname),
  email: emailError(email),
});

/** Returns the first person of a new account in the form of the server. */
export const ownerOf = ({ firstname, lastname, email }: Names): NewOwner => ({
  firstname: firstname.trim(),
  lastname: lastname.trim(),
  emailAddress: email.trim(),
});
