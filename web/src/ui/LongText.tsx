import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';

/** The most characters in a text area (BD-464, D-41). */
export const textLimit = 1000;

type Props = Omit<TextareaProps, 'value' | 'onChange' | 'error'> & { value: string; onChange: (value: string) => void };

/** A text area with a required check and a limit (BD-462, BD-463). */
export function LongText({ value, onChange, required, ...rest }: Props) {
  const [touched, setTouched] = useState(false);
  const missing = required && touched && !value.trim() ? 'Required!' : undefined;
  const full = value.length > textLimit - 1 ? 'Max. 1000 character has been reached!' : undefined;
  return (
    <Textarea
      autosize
      minRows={5}
      maxRows={16}
      maxLength={textLimit}
      required={required}
      value={value}
      error={missing ?? full}
      onBlur={() => setTouched(true)}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  );
}
