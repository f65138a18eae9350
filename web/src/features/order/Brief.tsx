import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Order } from '@/api/generated';
import { safeHref } from '@/lib/links';
import { useFocusBack } from '@/lib/hooks/useFocusBack';
import { orderGroup } from '@/shared/command/actions';
import { useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { RichField } from '@/ui/fields/RichField';
import { hasText, RichText } from '@/ui/content/RichText';
import classes from './order.module.css';
import { References } from './References';
import { useEdit } from '@/shared/form/useEdit';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';

/** The design brief, with links to references. */
export function Brief({ order }: { order: Order }) {
  const [edited, setEdited] = useState<string | null>(null);
  const { save, saving } = useEdit(order);
  useLeaveGuard(edited !== null && edited !== order.brief && !saving);
  const opener = useFocusBack(edited !== null);
  const mayEdit = order.can.editDetails && edited === null;
  const edit = () => setEdited(order.brief);
  useShortcuts(mayEdit ? [{ what: 'Edit the brief', icon: 'edit', group: orderGroup, run: edit }] : []);
  const links = order.references.filter((link) => safeHref(link));
  return (
    <Panel
      title="Brief"
      aside={
        mayEdit && (
          <Button ref={opener} variant="subtle" size="compact-xs" aria-label="Edit the brief" onClick={edit}>
            Edit
          </Button>
        )
      }
    >
      {edited !== null && (
        <>
          <RichField label="Brief" initial={order.brief} focused onChange={setEdited} />
          <Group justify="flex-end" mt="sm" gap="xs">
            <Button variant="default" size="xs" onClick={() => setEdited(null)}>
              Cancel
            </Button>
            <BusyButton
              size="xs"
              busy={saving}
              onClick={() => void save({ brief: edited }).then((saved) => saved && setEdited(null))}
            >
              Save
            </BusyButton>
          </Group>
        </>
      )}
      {edited === null && hasText(order.brief) && <RichText json={order.brief} />}
      {edited === null && !hasText(order.brief) && <p className={classes.quiet}>No brief was written.</p>}
      <References order={order} links={links} />
    </Panel>
  );
}
