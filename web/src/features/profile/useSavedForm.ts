import { type Errors, textFields, useForm } from '@/shared/entry/useForm';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';

/**
 * A form over values that the server has. It stores only what the user changed, so that changes
 * from another browser show in the other fields. `reset` shows the server's values again.
 */
export function useSavedForm<Values extends Record<string, string>>(
  saved: Values,
  validate: (values: Values) => Errors,
) {
  const form = useForm<Partial<Values>>({}, (edits) => validate({ ...saved, ...edits }));
  const values = { ...saved, ...form.values };
  const unsaved = Object.keys(values).some((name) => values[name] !== saved[name]);
  useLeaveGuard(unsaved);
  const onSubmit = (send: (values: Values) => void) => form.onSubmit(() => send(values));
  return { ...form, values, text: textFields({ ...form, values }), unsaved, onSubmit };
}

/** Returns the values without spaces around them. */
export function trimmed<Values extends Record<string, string>>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()])) as Values;
}
