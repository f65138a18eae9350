import { Menu } from '@mantine/core';
import { columnNames, columns, type useTableColumns } from './useTableColumns';

/** Selects the visible columns, as the first part of the menu 'View'. */
export function ColumnItems({ view: { shown, toggle, restore } }: { view: ReturnType<typeof useTableColumns> }) {
  return (
    <>
      <Menu.Label>Columns</Menu.Label>
      {columnNames.map((name) => (
        <Menu.CheckboxItem key={name} checked={shown.includes(name)} onChange={() => toggle(name)}>
          {columns[name]}
        </Menu.CheckboxItem>
      ))}
      <Menu.Item onClick={restore}>Usual columns</Menu.Item>
      <Menu.Divider />
    </>
  );
}
