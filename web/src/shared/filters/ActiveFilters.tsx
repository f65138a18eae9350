import { Button } from '@mantine/core';
import { type MouseEvent, useRef } from 'react';
import { useMe } from '@/api/hooks';
import { date } from '@/lib/format/dates';
import { Icon } from '@/ui';
import { focusHeading } from '@/ui/page/usePageFocus';
import classes from './ActiveFilters.module.css';
import { type Option, useOptions } from './filterOptions';
import {
  type FilterKey,
  type FilterKind,
  type Filters,
  invalidDays,
  isFiltered,
  keysOf,
  listLabels,
  mayFilter,
  type Person,
  spanLabels,
  withField,
} from './filters';
import { useClearFilters, useFilters } from './useFilters';
import { useSelectedPreset } from './useSelectedPreset';

export { QuickFilters } from './QuickFilters';

/** An active filter: its name, its value as text, and the filters without it. */
type Chip = { key: FilterKey; label: string; text: string; without: Filters };

/** The number of values of a list that are named. Further values are counted. */
const named = 2;

function choices(values: string[], options: Option[]): string {
  const labels = values.map((value) => options.find((option) => option.value === value)?.label ?? '…');
  const more = labels.length - named;
  return more > 0 ? `${labels.slice(0, named).join(', ')} and ${more} more` : labels.join(', ');
}

const day = (text: string): string => date(`${text.replaceAll('/', '-')}T00:00:00`);

function days(from: string, to: string): string {
  if (from && to) return `${day(from)} to ${day(to)}`;
  return from ? `from ${day(from)}` : `to ${day(to)}`;
}

/**
 * Returns the active filters in the order of the panel. It leaves out fields that the user may not
 * filter by, and invalid days.
 */
function chipsOf(filters: Filters, kind: FilterKind, me: Person, options: ReturnType<typeof useOptions>): Chip[] {
  const keys = keysOf(kind);
  const wrong = invalidDays(filters);
  const chips: Chip[] = [];
  const add = (key: FilterKey, label: string, text: string, without: Filters) =>
    chips.push({ key, label, text, without });
  if (filters.customSearch) {
    add('customSearch', 'Search', `“${filters.customSearch}”`, withField(filters, 'customSearch', ''));
  }
  for (const [key, label] of listLabels) {
    if (!keys.includes(key) || !mayFilter(me, key) || filters[key].length === 0) continue;
    if (key === 'only') continue; // the quick filters show it
    add(key, label, choices(filters[key], options[key]), withField(filters, key, []));
  }
  for (const [span, label] of spanLabels) {
    const [start, end] = [`${span}Start`, `${span}End`] as const;
    const to = wrong.includes(end) ? '' : filters[end];
    if (!keys.includes(start) || (!filters[start] && !to)) continue;
    add(start, label, days(filters[start], to), { ...filters, [start]: '', [end]: '' });
  }
  return chips;
}

/**
 * Shows the active filters as chips above board and list, whether or not the sidebar is open. They
 * can be removed one by one or all at once.
 */
export default function ActiveFilters({ kind }: { kind: FilterKind }) {
  const me = useMe();
  const { filters, apply } = useFilters(kind);
  const [, select] = useSelectedPreset(kind);
  const clear = useClearFilters(kind);
  const root = useRef<HTMLDivElement>(null);
  const chosen = listLabels.map(([key]) => key).filter((key) => filters[key].length > 0);
  const options = useOptions(filters, chosen);
  const chips = me && isFiltered(filters) ? chipsOf(filters, kind, me, options) : [];
  if (chips.length === 0) return null;
  const toHeading = () => focusHeading(root.current?.closest('main') ?? null);
  const remove = ({ without }: Chip, { currentTarget }: MouseEvent) => {
    const chip = currentTarget.parentElement;
    const beside = chip?.nextElementSibling ?? chip?.previousElementSibling;
    if (beside) beside.querySelector('button')?.focus();
    else toHeading();
    select(''); // A manual change clears the selected preset.
    apply(without);
  };
  return (
    <div ref={root} className={classes.chips} role="group" aria-label="Filters in force">
      <ul>
        {chips.map((chip) => (
          <li key={chip.key}>
            <span className={classes.text} title={`${chip.label}: ${chip.text}`}>
              {chip.label}: <strong>{chip.text}</strong>
            </span>
            <button
              type="button"
              aria-label={`Remove the filter ${chip.label}: ${chip.text}`}
              onClick={(event) => remove(chip, event)}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => {
          toHeading();
          clear();
        }}
      >
        Clear
      </Button>
    </div>
  );
}

/** Offers to reset the filters on a page on which nothing matches. */
export function ResetFilters({ kind }: { kind: FilterKind }) {
  const clear = useClearFilters(kind);
  return (
    <Button
      size="xs"
      variant="default"
      onClick={({ currentTarget }) => {
        focusHeading(currentTarget.closest('main'));
        clear();
      }}
    >
      Reset filters
    </Button>
  );
}
