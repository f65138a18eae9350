import { countOf, useMyWork } from '@/shared/myWork';
import classes from './WorkCount.module.css';

/** Shows how much waits for the user, or nothing if nothing does. */
export function WorkCount() {
  const { data } = useMyWork();
  const total = data?.data.sections.reduce((sum, section) => sum + section.total, 0);
  return total ? (
    <span className={`${classes.count} tabular`}>
      {' '}
      {countOf(total)}
      <span className="sr-only"> waiting</span>
    </span>
  ) : null;
}
