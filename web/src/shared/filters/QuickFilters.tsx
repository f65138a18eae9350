import { useMediaQuery } from '@mantine/hooks';
import { useSearchParams } from 'react-router';
import { useMe } from '@/api/hooks';
import { mobile } from '@/lib/mobile';
import { useShortcuts } from '@/ui';
import classes from './QuickFilters.module.css';
import { quickFilters } from './quickFilters';
import { useSelectedPreset } from './useSelectedPreset';

/** The filters above board and list that one click sets and takes away, on each screen or on one kind of them. */
export function QuickFilters({ on }: { on?: 'phone' | 'desktop' }) {
  const phone = useMediaQuery(mobile, false, { getInitialValueInEffect: false });
  return on === (phone ? 'desktop' : 'phone') ? null : <Filters />;
}

function Filters() {
  const me = useMe();
  const [search, setSearch] = useSearchParams();
  const [, select] = useSelectedPreset('orders');
  const chosen = (search.get('only') ?? '').split(',').filter(Boolean);
  const shown = quickFilters(me);
  const toggle = (value: string) => {
    select(''); // A manual change clears the selected preset.
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.delete('page');
      const others = chosen.filter((one) => one !== value);
      const only = others.length < chosen.length ? others : [...chosen, value];
      if (only.length > 0) next.set('only', only.join(','));
      else next.delete('only');
      return next;
    });
  };
  useShortcuts(
    shown.map(({ value, label }) => ({
      what: `${chosen.includes(value) ? 'No longer only' : 'Only'}: ${label}`,
      group: 'Filters',
      run: () => toggle(value),
    })),
  );
  return (
    <div className={classes.quick} role="group" aria-label="Quick filters">
      {shown.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={chosen.includes(value)} onClick={() => toggle(value)}>
          {label}
        </button>
      ))}
    </div>
  );
}
