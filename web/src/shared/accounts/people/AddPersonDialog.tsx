import { useState } from 'react';
import type { Role } from '@/api/people';
import { FormDialog } from '../../form/FormDialog';
import { AddPersonForm } from './AddPersonForm';
import type { Target } from './newPerson';
import { PasswordOnce } from './PasswordOnce';

type Props = { title: string; to: Target; roles: Role[]; onClose: () => void };

/** Adds a person to an account. A generated password is then shown once, until the user closes it. */
export function AddPersonDialog({ title, to, roles, onClose }: Props) {
  const [generated, setGenerated] = useState<{ name: string; password: string }>();
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={generated ? 'Generated password' : title}
      size="lg"
      // A slip must not close the only view of the password.
      closeOnClickOutside={!generated}
      closeOnEscape={!generated}
      withCloseButton={!generated}
    >
      {generated ? (
        <PasswordOnce {...generated} onDone={onClose} />
      ) : (
        <AddPersonForm to={to} roles={roles} onGenerated={setGenerated} onDone={onClose} />
      )}
    </FormDialog>
  );
}
