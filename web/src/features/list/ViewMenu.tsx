import { Button, Menu } from '@mantine/core';
import { Icon } from '@/ui';
import { columnNames, columns, type useTableView } from './useTableView';

/** Which columns show, and how close the rows stand. */
export function ViewMenu({ view }: { view: ReturnType<typeof useTableView> }) {
  const { shown, toggle, density, setDensity, restore } = view;
  const mark = (on: boolean) => (on ? <Icon name="check" size={14} /> : <span style={{ width: 14 }} />);
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="columns" size={14} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {columnNames.map((name) => (
          <Menu.Item
            key={name}
            role="menuitemcheckbox"
            aria-checked={shown.includes(name)}
            leftSection={mark(shown.includes(name))}
            onClick={() => toggle(name)}
          >
            {columns[name]}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<Icon name="refresh" size={14} />} onClick={restore}>
          Usual columns
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Rows</Menu.Label>
        {(['comfortable', 'compact'] as const).map((name) => (
          <Menu.Item
            key={name}
            role="menuitemradio"
            aria-checked={density === name}
            leftSection={mark(density === name)}
            onClick={() => setDensity(name)}
          >
            {name === 'compact' ? 'Compact' : 'Comfortable'}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
