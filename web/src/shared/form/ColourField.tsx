import { Group, TextInput, type TextInputProps } from '@mantine/core';
import { useId } from 'react';
import { hexColour } from '@/lib/format/colour';
import { Icon } from '@/ui';
import classes from './ColourField.module.css';

/** A colour `#rrggbb` with a name. */
export type Swatch = { name: string; colour: string };

type Props = Pick<TextInputProps, 'name' | 'error' | 'description' | 'inputWrapperOrder'> & {
  label: string;
  value: string;
  /** Colours to choose from by name. Any other can still be typed or picked. */
  swatches?: Swatch[];
  onChange: (typed: string) => void;
};

/** A colour, typed as `#rrggbb`, picked, or chosen by name. */
export function ColourField({ label, value, swatches = [], onChange, ...more }: Props) {
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
        <>
          <div className={classes.colour}>
            {input}
            <input
              type="color"
              aria-label={`Pick the ${label.toLowerCase()}`}
              className={classes.picker}
              value={hexColour(value) ?? '#ffffff'}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          </div>
          {swatches.length > 0 && (
            <Swatches label={`${label}s`} swatches={swatches} value={hexColour(value)} onChange={onChange} />
          )}
        </>
      )}
    />
  );
}

type SwatchesProps = { label: string; swatches: Swatch[]; value?: string; onChange: (colour: string) => void };

function Swatches({ label, swatches, value, onChange }: SwatchesProps) {
  const group = useId();
  return (
    <Group role="radiogroup" aria-label={label} gap={8} align="stretch" my="10px 12px">
      {swatches.map(({ name, colour }) => (
        <label key={colour} className={classes.swatch} title={name} style={{ background: colour }}>
          <input
            type="radio"
            className="sr-only"
            name={group}
            aria-label={name}
            checked={colour === value}
            onChange={() => onChange(colour)}
          />
          {colour === value && <Icon name="check" size={16} />}
        </label>
      ))}
    </Group>
  );
}
