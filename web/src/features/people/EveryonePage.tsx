import { Button } from '@mantine/core';
import { useState } from 'react';
import { AddPersonDialog } from '@/shared/accounts/people/AddPersonDialog';
import { customerRoles, providerRoles } from '@/shared/accounts/roles';
import { usePowers } from '@/shared/accounts/usePowers';
import { Icon, useShortcuts } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import { PeopleBrowser } from './PeopleBrowser';

const allRoles = [...providerRoles, ...customerRoles];

/** `/people`: the people of every account, for the admin, who adds the provider's own (D-45). */
export default function EveryonePage() {
  const powers = usePowers();
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);
  useShortcuts(powers.everyone ? [{ what: 'Add person', icon: 'plus', group: 'People', run: add }] : []);
  if (!powers.everyone) return <NotForYou />;
  return (
    <Page
      title="People"
      above="Everybody with an account"
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={add}>
          Add person
        </Button>
      }
    >
      <PeopleBrowser roles={allRoles} everyone />
      {adding && (
        <AddPersonDialog
          title="Add one of your own people"
          to={{}}
          roles={providerRoles}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}
