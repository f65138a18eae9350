import { Link } from 'react-router';
import classes from './billing.module.css';

export type Tab = { to: string; label: string; current: boolean };

/** Links to the parts of a page, or to what a list is narrowed to. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, label, current }) => (
        <Link key={to} to={to} aria-current={current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
