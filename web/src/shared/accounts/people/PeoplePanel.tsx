import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '@/api/people';
import { Icon, useShortcuts } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { AddPersonDialog } from './AddPersonDialog';
import type { Target } from './newPerson';
import { PeopleList } from './PeopleList';

/** The people of one account, and the way to add one. */
export function PeoplePanel({ of, roles }: { of: Target; roles: Role[] }) {
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);
  useShortcuts([{ what: 'Add person', icon: 'plus', group: 'People', run: add }]);
  return (
    <Panel
      title="People"
      flush
      aside={
        <Button variant="subtle" size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={add}>
          Add person
        </Button>
      }
    >
      <PeopleList filter={of} />
      {adding && <AddPersonDialog title="Add person" to={of} roles={roles} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
