import { MultiSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useMe } from '@/api/hooks';
import {
  type DayKey,
  type FilterKind,
  type Filters,
  invalidDays,
  keysOf,
  listLabels,
  mayFilter,
  spanLabels,
  withField,
} from '@/shared/filters/filters';
import { type Option, useOptions } from '@/shared/filters/filterOptions';
import { DateField } from '@/ui/fields/DateField';
import classes from './filters.module.css';

/** The delay in ms between typing and filtering (SH-254). */
export const debounceMs = 500;

type Change = (next: Filters, typing?: boolean) => void;
type Props = { kind: FilterKind; filters: Filters; onChange: Change };

/** The fields of the filter. Fields that the user may not read are left out (SH-106). */
export function Fields({ kind, filters, onChange }: Props) {
  const me = useMe();
  const options = useOptions(filters);
  const keys = keysOf(kind);
  const wrong = invalidDays(filters);
  return (
    <>
      <SearchField
        value={filters.customSearch}
        onChange={(text) => onChange(withField(filters, 'customSearch', text), true)}
      />
      {listLabels
        .filter(([key]) => keys.includes(key) && mayFilter(me, key))
        .map(([key, label]) => (
          <ListField
            key={key}
            label={label}
            options={options[key]}
            value={filters[key]}
            onChange={(value) => onChange(withField(filters, key, value))}
          />
        ))}
      {spanLabels
        .filter(([key]) => keys.includes(`${key}Start`))
        .map(([key, label]) => (
          <fieldset key={key} className={classes.span}>
            <legend>{label}</legend>
            {(['Start', 'End'] as const).map((end) => {
              const day: DayKey = `${key}${end}`;
              return (
                <DateField
                  key={day}
                  size="xs"
                  placeholder={end === 'Start' ? 'From' : 'To'}
                  aria-label={`${label}: ${end === 'Start' ? 'from' : 'to'}`}
                  value={filters[day].replaceAll('/', '-')}
                  error={wrong.includes(day) ? 'Not Valid' : undefined}
                  onChange={(value) => onChange(withField(filters, day, value.replaceAll('-', '/')))}
                />
              );
            })}
          </fieldset>
        ))}
    </>
  );
}

type ListProps = { label: string; options: Option[]; value: string[]; onChange: (value: string[]) => void };

function ListField({ label, options, value, onChange }: ListProps) {
  // Selected values stay visible while their list loads, and when the list no longer contains them.
  const known = new Set(options.map((option) => option.value));
  const data = [...options, ...value.filter((id) => !known.has(id)).map((id) => ({ value: id, label: '…' }))];
  return (
    <MultiSelect
      size="xs"
      label={label}
      placeholder={value.length === 0 ? 'All' : undefined}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      maxValues={100}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage="Nothing to choose"
      hidePickedOptions
    />
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== told) {
    setTold(value); // The address was changed elsewhere, by a preset or Back.
    setText(value);
  }
  const tell = useDebouncedCallback((next: string) => {
    setTold(next.trim());
    onChange(next.trim());
  }, debounceMs);
  return (
    <TextInput
      size="xs"
      label="Custom search"
      placeholder="Number, name, service, people"
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}
