import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Profile } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { PersonAvatar, toastNotLoaded } from '@/ui';
import classes from './Header.module.css';

const popover = onDemand(() => import('./UserPopover'));

export function UserMenu({ me }: { me: Profile }) {
  const [target, setTarget] = useState<HTMLButtonElement | null>(null);
  const [opened, setOpened] = useState(false);
  const loaded = useOnDemand(popover, opened, () => {
    setOpened(false);
    toastNotLoaded();
  });
  const name = `${me.firstname} ${me.lastname}`.trim();
  return (
    <>
      <UnstyledButton
        ref={setTarget}
        className={classes.userMenu}
        aria-label={`User menu of ${name}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        data-tour="user-menu"
        onClick={() => setOpened(!opened)}
      >
        <PersonAvatar name={name} image={me.avatar} size={32} title="" />
      </UnstyledButton>
      {loaded && target && <loaded.UserPopover target={target} me={me} opened={opened} onChange={setOpened} />}
    </>
  );
}
