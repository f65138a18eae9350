import { progressOptions } from '@/shared/filters/filters';
import look from '@/ui/page/tabs.module.css';
import classes from './list.module.css';

const all = { value: '', label: 'All' };
const tabs = [all, ...progressOptions.filter(({ value }) => value !== 'not-frozen')];

/** The board's columns as a filter of the list. */
export function StatusTabs({ value, onChange }: { value: string; onChange: (status: string) => void }) {
  return (
    <div className={`${look.tabs} ${classes.tabs}`} role="group" aria-label="Show orders by status">
      {tabs.map((tab) => (
        <button key={tab.value} type="button" aria-pressed={tab.value === value} onClick={() => onChange(tab.value)}>
          {tab.label}
        </button>
      ))}
    </div>
  );
}
