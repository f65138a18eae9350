import { useMemo } from 'react';
import { SelectField } from '@/ui/fields/SelectField';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/** Codes that have a name, but are not of a country. */
const others = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

type Country = { value: string; label: string };

/** Returns the countries by name. Their codes are the pairs of letters that the browser has a name for. */
export function countries(): Country[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const found: Country[] = [];
  for (const value of letters.flatMap((first) => letters.map((second) => first + second))) {
    const label = names.of(value);
    // A retired code, such as SU, has the name of the country that uses another one today.
    const current = new Intl.Locale('und', { region: value }).region === value;
    if (label && current && !others.has(value)) found.push({ value, label });
  }
  return found.toSorted((a, b) => a.label.localeCompare(b.label));
}

type Props = {
  value: string;
  error?: string;
  required?: boolean;
  withAsterisk?: boolean;
  disabled?: boolean;
  onChange: (country: string) => void;
};

/** Selects a country. Its value is the ISO 3166 code of two letters, or empty. */
export function CountryField({ value, error, required, withAsterisk = required, disabled, onChange }: Props) {
  const options = useMemo(() => countries(), []);
  return (
    <SelectField
      attributes={{ input: { name: 'country' } }} // The name of a Select is that of a hidden field, which cannot get the focus.
      label="Country"
      placeholder="Select a country"
      data={options}
      value={value || null}
      error={error}
      required={required}
      withAsterisk={withAsterisk}
      disabled={disabled}
      onChange={(country) => onChange(country ?? '')}
      searchable
      clearable={!required}
      clearButtonProps={{ 'aria-label': 'Clear the country' }}
      maxDropdownHeight={260}
      nothingFoundMessage="No such country"
      autoComplete="off"
    />
  );
}
