import { ActionIcon, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Order } from '@/api/generated';
import { focusOnMount } from '@/lib/focusOnMount';
import { Icon, StatusBadge } from '@/ui';
import classes from './order.module.css';
import { useEdit } from './useEdit';

/** The order's name, which those who may edit change in place. */
export function Title({ order }: { order: Order }) {
  const [name, setName] = useState<string | null>(null);
  const { save, saving } = useEdit(order);
  const done = async () => {
    const changed = name?.trim() ?? '';
    if (!changed || changed === order.orderName || (await save({ orderName: changed }))) setName(null);
  };
  if (name !== null) {
    return (
      <TextInput
        className={classes.titleInput}
        aria-label="Order name"
        ref={focusOnMount}
        maxLength={200}
        disabled={saving}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => void done()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void done();
          if (event.key === 'Escape') setName(null);
        }}
      />
    );
  }
  return (
    <>
      {order.orderName}
      {order.can.editDetails && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Rename the order"
          onClick={() => setName(order.orderName)}
        >
          <Icon name="edit" size={15} />
        </ActionIcon>
      )}
      <StatusBadge status={order.status} />
    </>
  );
}
