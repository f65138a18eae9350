import { useMemo } from 'react';
import { zones } from '@/lib/format/zones';
import { SelectField } from '@/ui/fields/SelectField';

type Props = {
  value: string;
  error?: string;
  description?: string;
  required?: boolean;
  onChange: (zone: string) => void;
};

/** Selects a time zone by its name, such as `Europe/Berlin`. */
export function TimeZoneField({ value, error, description, required, onChange }: Props) {
  const options = useMemo(() => zones(value), [value]);
  return (
    <SelectField
      name="timeZone"
      label="Time zone"
      data={options}
      value={value || null}
      error={error}
      description={description}
      required={required}
      onChange={(zone) => zone && onChange(zone)}
      searchable
      maxDropdownHeight={260}
      allowDeselect={false}
      nothingFoundMessage="No such time zone"
    />
  );
}
