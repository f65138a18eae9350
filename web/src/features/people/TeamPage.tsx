import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '@/api/hooks';
import { AddPersonDialog } from '@/shared/accounts/people/AddPersonDialog';
import { customerRoles, providerRoles } from '@/shared/accounts/roles';
import { usePowers } from '@/shared/accounts/usePowers';
import { Icon, useShortcuts } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import { PeopleBrowser } from './PeopleBrowser';

/** `/team-members`: the people of the caller's own account (SH-067). */
export default function TeamPage() {
  const me = useMe();
  const powers = usePowers();
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);
  useShortcuts(powers.people ? [{ what: 'Add team member', icon: 'plus', group: 'Team', run: add }] : []);
  if (!powers.people) return <NotForYou />;
  const roles = powers.everyone ? providerRoles : customerRoles;
  return (
    <Page
      title="Team Members"
      above={me?.company || 'Your account'}
      actions={
        <Button data-tour="team-add" leftSection={<Icon name="plus" size={16} />} onClick={add}>
          Add team member
        </Button>
      }
    >
      <PeopleBrowser roles={roles} />
      {adding && <AddPersonDialog title="Add team member" to={{}} roles={roles} onClose={() => setAdding(false)} />}
    </Page>
  );
}
