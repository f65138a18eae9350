import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { inContent } from '@/ui';
import { AnchorTo } from '@/ui/AnchorTo';
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
        <Menu.CheckboxItem checked={covers === 'on'} onChange={(on) => setCovers(on ? 'on' : 'off')}>
          Show covers
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
