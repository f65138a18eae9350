import { useState } from 'react';
import { SelectField } from '@/ui/fields/SelectField';
import { currencyOptions } from './currencies';

type Props = { value: string; onChange: (code: string) => void };

/** A currency: one of the common ones, or one whose code is typed. */
export function CurrencyField({ value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  return (
    <SelectField
      label="Currency"
      description="Type the code of another one."
      required
      searchable
      allowDeselect={false}
      data={currencyOptions(value, typed)}
      value={value}
      onSearchChange={setTyped}
      nothingFoundMessage="Type three letters, like EUR"
      onChange={(code) => onChange(code ?? value)}
    />
  );
}
