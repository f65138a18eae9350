import { Button, Menu } from '@mantine/core';
import { Icon, inContent } from '@/ui';
import { columnNames, columns, type Density, type useTableView } from './useTableView';

/** Selects the visible columns and the height of the rows. */
export function ViewMenu({ view }: { view: ReturnType<typeof useTableView> }) {
  const { shown, toggle, density, setDensity, restore } = view;
  return (
    <Menu {...inContent} position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="board" size={14} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {columnNames.map((name) => (
          <Menu.CheckboxItem key={name} checked={shown.includes(name)} onChange={() => toggle(name)}>
            {columns[name]}
          </Menu.CheckboxItem>
        ))}
        <Menu.Item onClick={restore}>Usual columns</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Rows</Menu.Label>
        <Menu.RadioGroup value={density} onChange={(value) => setDensity(value as Density)}>
          <Menu.RadioItem value="comfortable">Comfortable</Menu.RadioItem>
          <Menu.RadioItem value="compact">Compact</Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
