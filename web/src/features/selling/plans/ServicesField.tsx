import { MultiSelect, Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useCatalogueQuery } from '@/api/generated';
import type { Draft } from './draft';

type Props = Pick<Draft, 'limited' | 'services'> & {
  error?: string;
  onChange: (changed: Partial<Pick<Draft, 'limited' | 'services'>>) => void;
};

/** Which services of the catalogue can be ordered with a plan. */
export function ServicesField({ limited, services, error, onChange }: Props) {
  const all = useCatalogueQuery({}).data?.data.services ?? [];
  const known = new Set(all.map(({ id }) => id));
  const options = [
    ...all.map(({ id, name }) => ({ value: id, label: name })),
    // A retired service is not in the catalogue of everybody.
    ...services.filter((id) => !known.has(id)).map((id) => ({ value: id, label: 'Retired service' })),
  ];
  return (
    <Radio.Group
      label="Services that can be ordered"
      value={limited ? 'some' : 'all'}
      onChange={(value) => onChange({ limited: value === 'some' })}
    >
      <Stack gap={10} mt={6}>
        <Radio value="all" label="All of the catalogue" />
        <Radio value="some" label="Only these" />
        {limited && (
          <MultiSelect
            name="services"
            aria-label="Services"
            placeholder={services.length === 0 ? 'Choose services' : undefined}
            data={options}
            value={services}
            error={error}
            errorProps={{ role: 'alert' }}
            onChange={(chosen) => onChange({ services: chosen })}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the services' }}
            nothingFoundMessage="No such service"
          />
        )}
      </Stack>
    </Radio.Group>
  );
}
