import { type ClientAccount, useRequireSecondFactorMutation } from '@/api/people';
import { Toggle } from '@/shared/accounts/forms/Toggle';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { Panel } from '@/ui/page/Panel';

/** Whether the people of a client need a second factor (D-46, BY-045). A change is saved at once. */
export function RequirePanel({ client }: { client: ClientAccount }) {
  const [call, { isLoading, originalArgs }] = useRequireSecondFactorMutation();
  // Shows the chosen value until the server has answered.
  const chosen = isLoading ? originalArgs?.requirement.required : undefined;
  const save = (required: boolean) => {
    if (isLoading) return;
    call({ clientId: client.id, requirement: { required } })
      .unwrap()
      .then(() => toastSuccess(required ? 'Everybody needs a second factor now.' : 'A second factor is a choice now.'))
      .catch(toastError);
  };
  return (
    <Panel title="Security">
      <Toggle
        label="Everybody needs a second factor"
        description="Those who have none must add one before they can do anything else."
        checked={chosen ?? client.secondFactor}
        onChange={save}
      />
    </Panel>
  );
}
