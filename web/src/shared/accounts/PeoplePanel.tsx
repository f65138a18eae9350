import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '@/api/people';
import { Icon } from '@/ui';
import { Panel } from '@/ui/Panel';
import { AddPersonDialog } from './AddPersonDialog';
import type { Target } from './newPerson';
import { PeopleList } from './PeopleList';

/** The people of one account, and the way to add one. */
export function PeoplePanel({ of, roles }: { of: Target; roles: Role[] }) {
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title="People"
      flush
      aside={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setAdding(true)}
        >
          Add person
        </Button>
      }
    >
      <PeopleList filter={of} />
      {adding && <AddPersonDialog title="Add person" to={of} roles={roles} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
