import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAuditEventsQuery, useAuditPeopleQuery } from '@/api/desk';
import { useOrderQuery, useOrdersQuery } from '@/api/generated';
import { roleLabel } from '@/lib/format/status';
import { Icon } from '@/ui';
import { SelectField } from '@/ui/fields/SelectField';

/** The delay in ms between typing and the search. */
const debounceMs = 250;
const size = 'xs';

type Props = { value: string; onChange: (id: string) => void };
type Option = { value: string; label: string };

function useTyped() {
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), debounceMs);
  return { text, setText, query };
}

/** Returns the options found. They include the selected one, so that its name can be shown. */
function withChosen(found: Option[], chosen: Option | undefined): Option[] {
  return chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found;
}

/** Finds an order by number, name, company or service, including archived orders. */
export function OrderPicker({ value, onChange }: Props) {
  const { setText, query, text } = useTyped();
  const list = useOrdersQuery({ view: 'list', customSearch: query, limit: 8 });
  const archived = useOrdersQuery({ view: 'archived', customSearch: query, limit: 4 }, { skip: !query });
  const { data: chosen } = useOrderQuery({ orderId: value }, { skip: !value });
  const found = [...(list.data?.data.orders ?? []), ...(query ? (archived.data?.data.orders ?? []) : [])];
  const option = (card: { id: string; orderId: string; orderName: string; company: { name: string } }): Option => ({
    value: card.id,
    label: [card.orderId, card.orderName, card.company.name].filter(Boolean).join(' · '),
  });
  const options = withChosen(found.map(option), chosen && option(chosen.data.order));
  return (
    <SelectField
      size={size}
      label="Order"
      placeholder="All orders"
      leftSection={<Icon name="search" size={14} />}
      rightSection={list.isFetching && text ? <Loader size={12} /> : undefined}
      data={options}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All orders' }}
      onSearchChange={setText}
      filter={({ options: all }) => all}
      nothingFoundMessage={list.isFetching ? 'Searching…' : 'No order matches'}
      comboboxProps={{ width: 360, position: 'bottom-start' }}
    />
  );
}

/** Finds a person by part of the name or address. `known` is the name of the chosen one, if it is known. */
export function PersonPicker({ value, onChange, known: given }: Props & { known?: string }) {
  const { setText, query, text } = useTyped();
  const { data: known } = useAuditEventsQuery({ person: value, limit: 1 }, { skip: !value });
  const name = known?.data.events[0]?.actor?.name ?? given;
  const { data, isFetching } = useAuditPeopleQuery({ search: query });
  const found = (data?.data ?? []).map((person) => ({
    value: person.id,
    label: [person.name, roleLabel(person.role ?? '')].filter(Boolean).join(' · '),
  }));
  const options = withChosen(found, value ? { value, label: name ?? 'Somebody without events' } : undefined);
  return (
    <SelectField
      size={size}
      label="Person"
      placeholder="Everybody"
      leftSection={<Icon name="user" size={14} />}
      rightSection={isFetching && text ? <Loader size={12} /> : undefined}
      data={options}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Everybody' }}
      onSearchChange={setText}
      filter={({ options: all }) => all}
      nothingFoundMessage={isFetching ? 'Searching…' : 'Nobody matches'}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
    />
  );
}
