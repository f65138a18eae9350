import { TextInput, type TextInputProps } from '@mantine/core';
import { focusOnMount } from '@/lib/hooks/focusOnMount';

/** Digits of a code. */
export const codeLength = 6;

/** What somebody reads who sends a code with fewer digits. */
export const codeForm = `A code has ${codeLength} digits.`;

type Props = Omit<TextInputProps, 'onChange'> & { value: string; onChange: (digits: string) => void };

/** The code of an authenticator app. Spaces and dashes of a pasted code are removed. */
export function CodeField({ onChange, ...rest }: Props) {
  return (
    <TextInput
      ref={focusOnMount}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      styles={{ input: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.2em' } }}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, codeLength))}
      {...rest}
    />
  );
}
