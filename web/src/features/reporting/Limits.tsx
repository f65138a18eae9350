import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useMe } from '@/api/hooks';
import { type FilterKey, type ListKey, mayFilter, noFilters } from '@/shared/filters/filters';
import { useOptions } from '@/shared/filters/filterOptions';
import { useExport } from '@/shared/files/useExport';
import { Icon } from '@/ui';
import { DateField } from '@/ui/fields/DateField';
import { SelectField } from '@/ui/fields/SelectField';
import { changed, isLimited, type LimitKey } from './params';
import classes from './reporting.module.css';

/** The limits of a report, with the list of the order filter that has their options. */
const lists: { key: LimitKey; list: ListKey; label: string; all: string }[] = [
  { key: 'clientId', list: 'clientId', label: 'Client', all: 'All clients' },
  { key: 'customerId', list: 'customerId', label: 'Customer', all: 'All customers' },
  { key: 'serviceId', list: 'serviceType', label: 'Service', all: 'All services' },
  { key: 'creatorId', list: 'creatorId', label: 'Created by', all: 'Everybody' },
  { key: 'operatorId', list: 'operatorId', label: 'Operator', all: 'All operators' },
];

type Props = {
  /** The period of the report that is shown, for fields that are not in the address. */
  period?: { from: string; to: string; step: string };
  keys: LimitKey[];
  withStep?: boolean;
  /** The call that returns the report as a file, and its query. */
  file: string;
  query: Record<string, string | undefined>;
};

const steps = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
];

/** The limits of a report. They are in the address, so that a report can be shared. */
export function Limits({ period, keys, withStep, file, query }: Props) {
  const me = useMe();
  const [search, setSearch] = useSearchParams();
  const shown = lists.filter(({ key, list }) => keys.includes(key) && mayFilter(me, list));
  const narrowed = noFilters();
  const clientId = search.get('clientId');
  if (clientId) narrowed.clientId = [clientId];
  const options = useOptions(
    narrowed,
    shown.map(({ list }): FilterKey => list),
  );
  const { busy, run } = useExport();
  const change = (to: Record<string, string | null>) =>
    setSearch(changed(search, to), { replace: true, preventScrollReset: true });
  return (
    <div className={classes.limits} role="search" aria-label="Report">
      <DateField
        size="xs"
        label="From"
        value={search.get('from') ?? period?.from ?? ''}
        max={search.get('to') ?? period?.to}
        onChange={(from) => change({ from })}
      />
      <DateField
        size="xs"
        label="To"
        value={search.get('to') ?? period?.to ?? ''}
        min={search.get('from') ?? period?.from}
        onChange={(to) => change({ to })}
      />
      {withStep && (
        <SelectField
          size="xs"
          label="Group by"
          data={steps}
          value={search.get('step') ?? period?.step ?? null}
          onChange={(step) => change({ step })}
          allowDeselect={false}
        />
      )}
      {shown.map(({ key, list, label, all }) => {
        const value = search.get(key);
        const known = options[list];
        return (
          <SelectField
            key={key}
            size="xs"
            label={label}
            placeholder={all}
            // A chosen value stays visible while its list loads.
            data={value && !known.some((option) => option.value === value) ? [...known, { value, label: '…' }] : known}
            value={value}
            onChange={(chosen) =>
              change(key === 'clientId' ? { clientId: chosen, customerId: null } : { [key]: chosen })
            }
            searchable
            clearable
            clearButtonProps={{ 'aria-label': all }}
            nothingFoundMessage="Nothing to choose"
          />
        );
      })}
      <div className={classes.ends}>
        {isLimited(search) && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              const by = search.get('by');
              setSearch(by ? { by } : {}, { replace: true, preventScrollReset: true });
            }}
          >
            Reset
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={busy === 'csv'}
          leftSection={<Icon name="download" size={14} />}
          aria-label="Export as CSV"
          onClick={() => run(file, query, 'csv')}
        >
          CSV
        </Button>
      </div>
    </div>
  );
}
