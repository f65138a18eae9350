import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Order } from '@/api/generated';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { linksIn, linksLimit } from '@/lib/links';
import { useFocusBack } from '@/lib/hooks/useFocusBack';
import { orderGroup } from '@/shared/command/actions';
import { useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { LongText } from '@/ui/content/LongText';
import classes from './order.module.css';
import { useEdit } from '@/shared/form/useEdit';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';

/** Links to examples for the design. */
export function References({ order, links }: { order: Order; links: string[] }) {
  const [text, setText] = useState<string | null>(null);
  const { save, saving } = useEdit(order);
  useLeaveGuard(text !== null && text !== links.join('\n') && !saving);
  const opener = useFocusBack(text !== null);
  const mayEdit = order.can.editDetails && text === null;
  const edit = () => setText(links.join('\n'));
  useShortcuts(mayEdit ? [{ what: 'Edit references', icon: 'edit', group: orderGroup, run: edit }] : []);
  const { links: found, wrong } = linksIn(text ?? '');
  if (text === null && links.length === 0 && !order.can.editDetails) return null;
  return (
    <div className={classes.references}>
      <h3>References</h3>
      {text === null && (
        <ul>
          {links.map((link) => (
            <li key={link}>
              <a href={link} target="_blank" rel="noreferrer noopener">
                {link}
              </a>
            </li>
          ))}
          {links.length === 0 && <li className={classes.quiet}>None</li>}
        </ul>
      )}
      {mayEdit && (
        <Button ref={opener} variant="subtle" size="compact-xs" ml={-8} onClick={edit}>
          Edit references
        </Button>
      )}
      {text !== null && (
        <>
          <LongText
            aria-label="References, one a line"
            ref={focusOnMount}
            limit={linksLimit}
            value={text}
            error={wrong.length > 0 && `Not Valid: ${wrong.slice(0, 3).join(', ')}`}
            onChange={setText}
          />
          <Group justify="flex-end" mt="xs" gap="xs">
            <Button variant="default" size="xs" onClick={() => setText(null)}>
              Cancel
            </Button>
            <BusyButton
              size="xs"
              busy={saving}
              disabled={wrong.length > 0}
              onClick={() => void save({ references: found }).then((saved) => saved && setText(null))}
            >
              Save
            </BusyButton>
          </Group>
        </>
      )}
    </div>
  );
}
