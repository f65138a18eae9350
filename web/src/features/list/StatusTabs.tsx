import classes from './list.module.css';

const filters = [
  { value: '', label: 'All' },
  { value: 'draft,queue,ready-to-go', label: 'New Order' },
  { value: 'in-progress,gr-revision', label: 'In Progress' },
  { value: 'in-review', label: 'In Review' },
  { value: 'on-hold', label: 'On Hold' },
  { value: 'approved,completed', label: 'Approved' },
  { value: 'cancelled', label: 'Cancelled' },
];

/** The board's columns as a filter of the list. */
export function StatusTabs({ value, onChange }: { value: string; onChange: (status: string) => void }) {
  return (
    <div className={classes.tabs} role="group" aria-label="Show orders by status">
      {filters.map((filter) => (
        <button
          key={filter.value}
          type="button"
          aria-pressed={filter.value === value}
          onClick={() => onChange(filter.value)}
        >
          {filter.label}
        </button>
      ))}
    </div>
  );
}
