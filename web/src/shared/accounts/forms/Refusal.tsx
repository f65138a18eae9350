import { apiError, sentence } from '@/api/request/envelope';
import classes from './forms.module.css';

/** Says inside a form why the server refused it. Nothing that was typed is lost. */
export function Refusal({ error }: { error: unknown }) {
  const failure = error ? apiError(error) : undefined;
  return (
    <p className={classes.refusal} role="alert">
      {failure && [sentence(failure), ...failure.messages].join(' ')}
    </p>
  );
}
