import { Popover } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { AnchorTo } from './AnchorTo';
import classes from './HeaderPopover.module.css';

type Props = {
  /** The button in the header. */
  target: HTMLElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
  onClose?: () => void;
  label: string;
  /** In pixels. */
  width: number;
  padding?: number;
  children: ReactNode;
};

/** A popover below a button of the header. Like the header, it stays in place when the page scrolls. */
export function HeaderPopover({ target, opened, onChange, onClose, label, width, padding = 0, children }: Props) {
  // A popover returns the focus only if it opens after it was mounted.
  const mounted = useMounted();
  return (
    <Popover
      opened={opened && mounted}
      onChange={onChange}
      onClose={onClose}
      position="bottom-end"
      floatingStrategy="fixed"
      width={width}
      offset={6}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <AnchorTo element={target} />
      </Popover.Target>
      <Popover.Dropdown p={padding} aria-label={label} className={classes.popover}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
