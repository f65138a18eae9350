import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { plural } from '@/lib/format/text';
import { countOf } from '@/shared/cart/cart';
import { useCart } from '@/shared/cart/useCart';
import { Icon, toastNotLoaded } from '@/ui';
import classes from './button.module.css';

const popover = onDemand(() => import('./CartPopover'));

/** The cart in the top bar, with its popover (SH-149). */
export function CartButton() {
  const [target, setTarget] = useState<HTMLButtonElement | null>(null);
  const [opened, setOpened] = useState(false);
  const count = countOf(useCart().items);
  const loaded = useOnDemand(popover, opened, () => {
    setOpened(false);
    toastNotLoaded();
  });
  return (
    <>
      <ActionIcon
        ref={setTarget}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={count > 0 ? `Cart, ${plural(count, 'pack')}` : 'Cart'}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <Icon name="cart" size={20} />
      </ActionIcon>
      {count > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
      {loaded && target && <loaded.CartPopover target={target} opened={opened} onChange={setOpened} />}
    </>
  );
}
