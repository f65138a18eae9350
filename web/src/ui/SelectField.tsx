import { Select, type SelectProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** The delay in ms before an opened list scrolls to the chosen item (BD-461). */
export const scrollDelayMs = 100;

type Props<Value extends string> = SelectProps<Value> & { value: Value | null };

/** One item of a list. A required one that is left without a choice says so (BD-459). */
export function SelectField<Value extends string>({
  required,
  value,
  error,
  onBlur,
  onDropdownOpen,
  onDropdownClose,
  ...rest
}: Props<Value>) {
  const [left, setLeft] = useState(false);
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
      error={error ?? (required && left && !value ? 'Required!' : undefined)}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
      onDropdownOpen={() => {
        setOpen(true);
        onDropdownOpen?.();
      }}
      onDropdownClose={() => {
        setOpen(false);
        onDropdownClose?.();
      }}
      {...rest}
    />
  );
}
