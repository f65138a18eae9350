import { type Change } from './changes';
import classes from './cart.module.css';
import { lineName } from './words';

type Props = { changes: Change[]; money: (amount: number) => string };

/** Tells line by line which prices are not those that were shown before (D-57). */
export function Changes({ changes, money }: Props) {
  return (
    <section className={classes.changes} role="alert" aria-label="What has changed">
      <p>
        <strong>Something has changed since you saw it.</strong> Look at the cart again and confirm it.
      </p>
      <ul>
        {changes.map(({ key, type, name, before = 0, now }) => (
          <li key={key}>
            <span>{lineName(name, type)}</span>
            <span className="tabular">
              {money(before)} → {now === undefined ? 'no longer sold' : money(now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
