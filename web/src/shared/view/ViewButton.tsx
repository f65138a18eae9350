import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { Icon, toastNotLoaded } from '@/ui';

const menu = onDemand(() => import('./ViewMenu'));

/** The button of the menu with the look of cards and rows. `above` is what only this page can choose. */
export function ViewButton({ above }: { above?: ReactNode }) {
  const [target, setTarget] = useState<HTMLButtonElement | null>(null);
  const [opened, setOpened] = useState(false);
  const loaded = useOnDemand(menu, opened, () => {
    setOpened(false);
    toastNotLoaded();
  });
  return (
    <>
      <Button
        ref={setTarget}
        size="xs"
        variant="default"
        leftSection={<Icon name="board" size={14} />}
        aria-haspopup="menu"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        View
      </Button>
      {loaded && target && (
        <loaded.ViewMenu target={target} opened={opened} onChange={setOpened}>
          {above}
        </loaded.ViewMenu>
      )}
    </>
  );
}
