import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Order } from '@/api/generated';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { useFocusBack } from '@/lib/hooks/useFocusBack';
import { orderGroup } from '@/shared/command/actions';
import { useShortcuts } from '@/ui';
import classes from './order.module.css';
import { useEdit } from '@/shared/form/useEdit';

/** Renames the order in place, for people with that ability. */
export function Rename({ order }: { order: Order }) {
  const [name, setName] = useState<string | null>(null);
  const { save, saving } = useEdit(order);
  const button = useFocusBack(name !== null);
  const left = useRef(false); // A field that is removed fires another blur event.
  const edit = () => {
    left.current = false;
    setName(order.orderName);
  };
  const cancel = () => {
    left.current = true;
    setName(null);
  };
  const done = async () => {
    if (left.current) return;
    left.current = true;
    const changed = name?.trim() ?? '';
    if (!changed || changed === order.orderName || (await save({ orderName: changed }))) setName(null);
    else left.current = false;
  };
  const may = order.can.editDetails;
  useShortcuts(may ? [{ what: 'Rename the order', icon: 'edit', group: orderGroup, run: edit }] : []);
  if (!may) return null;
  if (name !== null) {
    return (
      <TextInput
        className={classes.titleInput}
        aria-label="Order name"
        ref={focusOnMount}
        maxLength={200}
        readOnly={saving}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => void done()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void done();
          if (event.key === 'Escape') cancel();
        }}
      />
    );
  }
  return (
    <Button ref={button} variant="subtle" size="compact-xs" aria-label="Rename the order" onClick={edit}>
      Rename
    </Button>
  );
}
