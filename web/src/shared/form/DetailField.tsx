import type { SelectProps } from '@mantine/core';
import { chosen, type DetailName, type Details, details, optionsOf } from '@/shared/view/details';
import { SelectField } from '@/ui/fields/SelectField';

type Props = Pick<SelectProps, 'size' | 'w' | 'readOnly'> & {
  name: DetailName;
  of: Details;
  /** Set where something else shows the label. */
  unlabelled?: boolean;
  onChange: (change: Partial<Details>) => void;
};

/** One of the details of an order as a field. */
export function DetailField({ name, of, unlabelled = false, onChange, ...rest }: Props) {
  return (
    <SelectField
      {...rest}
      {...{ [unlabelled ? 'aria-label' : 'label']: details[name].label }}
      data={optionsOf(name)}
      value={of[name]}
      allowDeselect={false}
      onChange={(value) => value !== of[name] && onChange(chosen(name, value))}
    />
  );
}
