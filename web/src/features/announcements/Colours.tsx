import { Group } from '@mantine/core';
import { ColourField } from '@/shared/form/ColourField';
import type { Errors } from '@/shared/entry/useForm';
import { Icon } from '@/ui';
import { contrastOf, type Draft, leastContrast } from './draft';
import classes from './manage.module.css';

type Values = Pick<Draft, 'background' | 'colour'>;
type Props = { values: Values; errors: Errors; onChange: (changed: Partial<Values>) => void };

/** The two colours, typed or picked, and whether the text can be read. */
export function Colours({ values, errors, onChange }: Props) {
  return (
    <div>
      <div className={classes.pair}>
        <ColourField
          name="background"
          label="Background colour"
          value={values.background}
          error={errors.background}
          onChange={(background) => onChange({ background })}
        />
        <ColourField
          name="colour"
          label="Text colour"
          value={values.colour}
          error={errors.colour}
          onChange={(colour) => onChange({ colour })}
        />
      </div>
      <Group component="p" gap={6} wrap="nowrap" mih={22} mt={8} fz={13} c="var(--text-2)" role="status">
        <Contrast value={contrastOf(values)} />
      </Group>
    </div>
  );
}

/** The contrast as people write it, never more than it is: 4.499 -> `4.4 : 1`. */
function Contrast({ value }: { value: number | undefined }) {
  if (value === undefined) return null;
  const enough = value >= leastContrast;
  return (
    <>
      <Icon name={enough ? 'check' : 'alert'} size={14} className={enough ? classes.good : classes.bad} />
      <span>
        The contrast is <strong className="tabular">{(Math.floor(value * 10) / 10).toFixed(1)} : 1</strong>.{' '}
        {enough ? 'The text can be read well.' : 'Text needs at least 4.5 : 1.'}
      </span>
    </>
  );
}
