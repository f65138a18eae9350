import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { kinds } from '@/shared/eventWords';
import { Icon } from '@/ui';
import { DateTimeField } from '@/ui/fields/DateField';
import { SelectField } from '@/ui/fields/SelectField';
import classes from './audit.module.css';
import { type Filters, isFiltered, surfaces } from './filters';
import { OrderPicker, PersonPicker } from './Pickers';
import type { Format } from '@/shared/files/useExport';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  onExport: (format: Format) => void;
  busy: Format | null;
};

const kindOptions = Object.entries(kinds).map(([value, { label }]) => ({ value, label }));
const viaOptions = Object.entries(surfaces).map(([value, label]) => ({ value, label }));

/** The filters of the search. They are stored in the address, so that a search can be shared. */
export function FilterBar({ filters, onChange, onExport, busy }: Props) {
  return (
    <div className={classes.filters} role="search" aria-label="Events">
      <OrderPicker value={filters.order} onChange={(order) => onChange({ order })} />
      <PersonPicker value={filters.person} onChange={(person) => onChange({ person })} />
      <SelectField
        size="xs"
        label="Kind"
        placeholder="All kinds"
        data={kindOptions}
        value={filters.kind || null}
        onChange={(kind) => onChange({ kind: (kind ?? '') as Filters['kind'] })}
        clearable
        clearButtonProps={{ 'aria-label': 'All kinds' }}
      />
      <SelectField
        size="xs"
        label="From where"
        placeholder="Anywhere"
        data={viaOptions}
        value={filters.via || null}
        onChange={(via) => onChange({ via: via ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': 'Anywhere' }}
      />
      <DateTimeField
        size="xs"
        label="From"
        max={filters.to}
        value={filters.from}
        onChange={(from) => onChange({ from })}
      />
      <DateTimeField
        size="xs"
        label="To"
        time="23:59"
        min={filters.from}
        value={filters.to}
        onChange={(to) => onChange({ to })}
      />
      {filters.order ? (
        <ReasonField key={filters.order} value={filters.reason} onChange={onChange} />
      ) : (
        <p className={classes.hint}>Newest first. Choose an order to see what each event changed.</p>
      )}
      <div className={classes.ends}>
        {isFiltered(filters) && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => onChange({ person: '', kind: '', via: '', from: '', to: '', reason: '' })}
          >
            Clear filters
          </Button>
        )}
        {(['csv', 'json'] as const).map((format) => (
          <Button
            key={format}
            size="xs"
            variant="default"
            loading={busy === format}
            leftSection={<Icon name="download" size={14} />}
            aria-label={`Export as ${format.toUpperCase()}`}
            onClick={() => onExport(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </div>
  );
}

function ReasonField({ value, onChange }: { value: string; onChange: Props['onChange'] }) {
  const [text, setText] = useState(value);
  const tell = useDebouncedCallback((reason: string) => onChange({ reason }), 300);
  return (
    <TextInput
      size="xs"
      label="Reason contains"
      maxLength={255}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}
