import { Switch, type SwitchProps } from '@mantine/core';
// Only these pages have switches, so their styles are not part of the first load.
import '@mantine/core/styles/Switch.css';

type Props = Omit<SwitchProps, 'onChange' | 'label'> & { label: string; onChange: (on: boolean) => void };

/** A setting that is on or off. */
export function Toggle({ label, onChange, ...rest }: Props) {
  return (
    <Switch
      {...rest}
      label={label}
      aria-label={label} // Otherwise the description would be part of the name as well.
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
