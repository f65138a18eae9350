import { Link } from 'react-router';
import look from '@/ui/page/tabs.module.css';
import classes from './billing.module.css';

export type Tab = { to: string; label: string; current: boolean };

type Props = {
  label: string;
  tabs: Tab[];
  /** The name by which a guided tour finds them. */
  tour?: string;
};

/** Links to the parts of a page, or to what a list is narrowed to. */
export function Tabs({ label, tabs, tour }: Props) {
  return (
    <nav className={`${look.tabs} ${classes.tabs}`} aria-label={label} data-tour={tour}>
      {tabs.map(({ to, label, current }) => (
        <Link key={to} to={to} aria-current={current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
