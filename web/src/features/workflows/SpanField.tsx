import { NativeSelect, TextInput } from '@mantine/core';
import type { Span, Unit } from './draft';
import classes from './workflows.module.css';

const units: { value: Unit; label: string }[] = [
  { value: 'hours', label: 'hours' },
  { value: 'days', label: 'days' },
];

type Props = {
  id: string;
  label: string;
  description: string;
  value: Span;
  error?: string;
  onChange: (value: Span) => void;
  onBlur: () => void;
};

/** A number of hours or days, which may be empty. */
export function SpanField({ id, label, description, value, error, onChange, onBlur }: Props) {
  return (
    <div className={classes.span}>
      <TextInput
        id={id}
        label={label}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={value.text}
        error={error}
        onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
        onBlur={onBlur}
      />
      <NativeSelect
        aria-label={`${label}, unit`}
        data={units}
        value={value.unit}
        onChange={(event) => onChange({ ...value, unit: event.currentTarget.value === 'days' ? 'days' : 'hours' })}
        onBlur={onBlur}
      />
    </div>
  );
}
