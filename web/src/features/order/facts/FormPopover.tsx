import { Button, Popover } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, use, useState } from 'react';
import { orderGroup } from '@/shared/command/actions';
import { useShortcuts } from '@/ui';
import { CloseGuard, useGuardedClose } from '@/ui/dialog/closeGuard';
import { RevealContext } from './reveal';

type Props = {
  /** The text of the button that opens it. */
  button: string;
  label: string;
  width: number;
  form: (onDone: () => void) => ReactNode;
};

/** A form in a popover. Escape, its button and a click beside it ask before unsaved input is lost. */
export function FormPopover({ button, label, width, form }: Props) {
  const [opened, setOpened] = useState(false);
  const done = () => setOpened(false);
  const { hold, close } = useGuardedClose(done);
  const reveal = use(RevealContext);
  const open = () => {
    reveal();
    setOpened(true);
  };
  useShortcuts([{ what: label, icon: 'users', group: orderGroup, run: open }]);
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    // An open list in the form closes itself with the same key.
    const inList = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
    if (key === 'Escape' && !inList) close();
  };
  return (
    <Popover
      opened={opened}
      onChange={close}
      position="bottom-end"
      width={width}
      trapFocus
      returnFocus
      closeOnEscape={false} // It would take the focus out of the form although it stays open.
    >
      <Popover.Target>
        <Button variant="subtle" size="compact-xs" onClick={opened ? close : open}>
          {button}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} onKeyDown={onKeyDown}>
        <CloseGuard value={hold}>{opened && form(done)}</CloseGuard>
      </Popover.Dropdown>
    </Popover>
  );
}
