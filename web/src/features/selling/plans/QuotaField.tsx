import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { QuotaDraft } from './draft';
import classes from '../selling.module.css';

type Props = {
  name: string;
  label: string;
  value: QuotaDraft;
  error?: string;
  onChange: (value: QuotaDraft) => void;
  /** A control beside the number. */
  children?: ReactNode;
};

/** A quota of a plan: a number, or no limit. */
export function QuotaField({ name, label, value, error, onChange, children }: Props) {
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <div className={children ? classes.row : undefined}>
        <TextInput
          name={name}
          label={label}
          inputMode="decimal"
          autoComplete="off"
          required={!value.unlimited}
          disabled={value.unlimited}
          placeholder={value.unlimited ? '∞' : undefined}
          value={value.unlimited ? '' : value.text}
          error={error}
          errorProps={{ role: 'alert' }}
          onChange={(event) => onChange({ unlimited: false, text: event.currentTarget.value })}
        />
        {children}
      </div>
      <Checkbox
        size="xs"
        label="Unlimited"
        aria-label={`${label}: unlimited`}
        checked={value.unlimited}
        onChange={(event) => onChange({ ...value, unlimited: event.currentTarget.checked })}
      />
    </Stack>
  );
}
