import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { isTime, readTime } from '../date/time';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** `09:00`, or what was typed while it is no time. */
  value: string;
  onChange: (value: string) => void;
};

/** A time of the day. It shows 24 hours in every browser, and reads `9`, `930` and `9.30 pm` as well. */
export function TimeField({ value, onChange, onBlur, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      placeholder="09:00"
      maxLength={8}
      autoComplete="off"
      {...rest}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (isTime(currentTarget.value)) onChange(currentTarget.value);
      }}
      onBlur={(event) => {
        if (typed !== null) onChange(readTime(typed) ?? typed.trim());
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
