import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';

/** The most characters in a text area that has no limit of its own (BD-464, D-41). */
export const textLimit = 1000;

type Props = Omit<TextareaProps, 'value' | 'onChange' | 'error' | 'maxLength'> & {
  value: string;
  onChange: (value: string) => void;
  error?: string | false;
  limit?: number;
};

/** A text area. It says when it is required and left empty, and when its limit is reached (BD-462, BD-463). */
export function LongText({ value, onChange, required, error, limit = textLimit, onBlur, ...rest }: Props) {
  const [left, setLeft] = useState(false);
  const missing = required && left && !value.trim() && 'Required!';
  const full = value.length >= limit && `Max. ${limit} character has been reached!`;
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={8}
      {...rest}
      maxLength={limit}
      required={required}
      value={value}
      error={error || missing || full}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
