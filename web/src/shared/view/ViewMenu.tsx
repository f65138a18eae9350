import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { inContent, useShortcuts } from '@/ui';
import { AnchorTo } from '@/ui/popover/AnchorTo';
import { type Density, useCovers, useDensity } from './cardView';

type Props = {
  target: HTMLElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
  children?: ReactNode;
};

/** Selects the density of cards and rows, and whether they show covers. */
export function ViewMenu({ target, opened, onChange, children }: Props) {
  const mounted = useMounted(); // A menu returns the focus only if it opens after it was mounted.
  const [density, setDensity] = useDensity();
  const [covers, setCovers] = useCovers();
  const [other, otherWords]: [Density, string] =
    density === 'compact' ? ['comfortable', 'Comfortable'] : ['compact', 'Compact'];
  const shown = covers === 'on';
  const showCovers = (on: boolean) => setCovers(on ? 'on' : 'off');
  useShortcuts([
    { what: `Density: ${otherWords}`, icon: 'list', group: 'View', run: () => setDensity(other) },
    { what: shown ? 'Hide covers' : 'Show covers', icon: 'image', group: 'View', run: () => showCovers(!shown) },
  ]);
  return (
    <Menu {...inContent} opened={opened && mounted} onChange={onChange} position="bottom-end" returnFocus>
      <Menu.Target>
        <AnchorTo element={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <Menu.Label>Density</Menu.Label>
        <Menu.RadioGroup value={density} onChange={(value) => setDensity(value as Density)}>
          <Menu.RadioItem value="comfortable">Comfortable</Menu.RadioItem>
          <Menu.RadioItem value="compact">Compact</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem checked={shown} onChange={showCovers}>
          Show covers
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
