import { type ChangeEvent, type SubmitEvent, useState } from 'react';

export type Errors = Partial<Record<string, string>>;

/** Removes the fields without an error. */
export function onlyErrors(errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error));
}

/** Focuses the first field of a form that has an error. Fields are found by their name. */
function focusFirst(form: HTMLFormElement, errors: Errors): void {
  const invalid = [...form.elements].find((field) => errors[field.getAttribute('name') ?? '']);
  if (invalid instanceof HTMLElement) invalid.focus();
}

type Form<Values> = { values: Values; errors: Errors; change: (changed: Partial<Values>) => void };
type Texts<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string;

/** Returns what the text fields of a form need, by their names: value, error, and what happens when they change. */
export function textFields<Values extends object>({ values, errors, change }: Form<Values>) {
  return (name: Texts<Values>) => ({
    name,
    value: values[name] as string,
    error: errors[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: currentTarget.value } as Partial<Values>),
  });
}

/**
 * The values of a form and the errors to show. Errors appear when the user submits, and each
 * disappears once its field is valid. `validate` returns the errors by the name of the field.
 */
export function useForm<Values extends object>(empty: Values, validate: (values: Values) => Errors) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});

  const change = (changed: Partial<Values>) => {
    const next = { ...values, ...changed };
    const found = validate(next);
    setValues(next);
    setErrors(onlyErrors(Object.fromEntries(Object.keys(errors).map((name) => [name, found[name]]))));
  };

  /** Returns the handler of the form. It calls `send` when every field is valid. */
  const onSubmit = (send: (values: Values) => void) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = onlyErrors(validate(values));
    setErrors(found);
    if (Object.keys(found).length === 0) send(values);
    else focusFirst(event.currentTarget, found);
  };

  /** Discards what was typed. */
  const reset = () => {
    setValues(empty);
    setErrors({});
  };

  return { values, errors, change, text: textFields({ values, errors, change }), onSubmit, reset };
}
