import { Select, type SelectProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** The delay in ms before an opened list scrolls to the chosen item (BD-461). */
const scrollDelayMs = 100;

type Props<Value extends string> = Omit<SelectProps<Value>, 'onDropdownOpen' | 'onDropdownClose'> & {
  value: Value | null;
};

/** One item of a list. A required one that is left without a choice says so (BD-459). */
export function SelectField<Value extends string>({ required, value, error, onBlur, ...rest }: Props<Value>) {
  const [touched, setTouched] = useState(false);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const timer = setTimeout(() => {
      const list = document.getElementById(input.current?.getAttribute('aria-controls') ?? '');
      list?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    }, scrollDelayMs);
    return () => clearTimeout(timer);
  }, [open]);

  return (
    <Select<Value>
      ref={input}
      placeholder="Please choose"
      required={required}
      value={value}
      error={error ?? (required && touched && !value ? 'Required!' : undefined)}
      onBlur={(event) => {
        setTouched(true);
        onBlur?.(event);
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      {...rest}
    />
  );
}
