import { useChangePersonMutation, type PersonChange, type PersonDetail } from '@/api/people';
import { roleLabel } from '@/lib/format/status';
import { Toggle } from '@/shared/accounts/forms/Toggle';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { Panel } from '@/ui/page/Panel';
import { SelectField } from '@/ui/fields/SelectField';
import { nameOf } from './person';
import classes from './person.module.css';

/** The role of a person and whether they may approve. A change is saved at once. */
export function RolePanel({ detail, blocked }: { detail: PersonDetail; blocked: boolean }) {
  const { person, roles } = detail;
  const [change, { isLoading, originalArgs }] = useChangePersonMutation();
  // Shows the chosen value until the server has answered.
  const saving = isLoading ? originalArgs?.personChange : undefined;
  const save = (personChange: PersonChange, message: string) => {
    if (isLoading) return;
    change({ personId: person.id, personChange })
      .unwrap()
      .then(() => toastSuccess(message))
      .catch(toastError);
  };
  return (
    <Panel title="Role">
      <div className={classes.fields}>
        <SelectField
          label="Role"
          allowDeselect={false}
          disabled={blocked}
          data={roles.map((role) => ({ value: role, label: roleLabel(role) }))}
          value={saving?.role ?? person.role}
          onChange={(role) => role && save({ role }, `${nameOf(person)} has the role ${roleLabel(role)} now.`)}
        />
        {person.role === 'staff' && (
          <Toggle
            label="May approve proofs"
            disabled={person.isYou}
            checked={saving?.isApprover ?? person.isApprover}
            onChange={(isApprover) =>
              save({ isApprover }, `${nameOf(person)} ${isApprover ? 'may' : 'may not'} approve proofs now.`)
            }
          />
        )}
      </div>
    </Panel>
  );
}
