import { hexColour } from '@/lib/format/colour';
import { ColourField } from '@/shared/form/ColourField';
import classes from './branding.module.css';
import { brandColours } from './colours';
import { ratio, shadeSentences, shadesOf } from './shades';

type Props = { value: string; error?: string; onChange: (colour: string) => void };

/** The brand colour, and how it is used where it could not be read. */
export function BrandColour({ value, error, onChange }: Props) {
  const colour = hexColour(value);
  return (
    <ColourField
      name="colour"
      label="Brand colour"
      swatches={brandColours}
      value={value}
      error={error}
      onChange={onChange}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={<span className={classes.shades}>{colour && <ShadesOf colour={colour} />}</span>}
    />
  );
}

function ShadesOf({ colour }: { colour: string }) {
  const { onWhite, light, dark } = shadesOf(colour);
  return (
    <>
      <span>
        Its contrast on white is <strong className="tabular">{ratio(onWhite)}</strong>. Text needs 4.5 : 1.
      </span>
      <span>{shadeSentences(colour).join(' ')}</span>
      <span className={classes.samples} aria-hidden="true">
        {[
          ['Colour', colour],
          ['Light', light],
          ['Dark', dark],
        ].map(([label, shade]) => (
          <span key={label}>
            <i style={{ background: shade }} />
            {label} {shade}
          </span>
        ))}
      </span>
    </>
  );
}
