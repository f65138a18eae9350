import { TextInput, type TextInputProps } from '@mantine/core';
import { hexColour } from '@/lib/colour';
import classes from './ColourField.module.css';

type Props = Pick<TextInputProps, 'name' | 'error' | 'description' | 'inputWrapperOrder'> & {
  label: string;
  value: string;
  onChange: (typed: string) => void;
};

/** A colour, typed as `#rrggbb` or picked. */
export function ColourField({ label, value, onChange, ...more }: Props) {
  return (
    <TextInput
      {...more}
      label={label}
      required
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputContainer={(input) => (
        <div className={classes.colour}>
          {input}
          <input
            type="color"
            aria-label={`Pick the ${label.toLowerCase()}`}
            className={classes.swatch}
            value={hexColour(value) ?? '#ffffff'}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </div>
      )}
    />
  );
}
