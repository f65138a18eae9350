import { useSwitchSignUpMutation } from '@/api/people';
import { Toggle } from '@/shared/accounts/forms/Toggle';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { Panel } from '@/ui/page/Panel';

type Props = { clientId: string; open: boolean };

/** Whether people may register themselves as direct customers (D-45). A change is saved at once. */
export function SignUpPanel({ clientId, open }: Props) {
  const [call, { isLoading, originalArgs }] = useSwitchSignUpMutation();
  // Shows the chosen value until the server has answered.
  const chosen = isLoading ? originalArgs?.signUpSwitch.open : undefined;
  const save = (wanted: boolean) => {
    if (isLoading) return;
    call({ clientId, signUpSwitch: { open: wanted } })
      .unwrap()
      .then(() =>
        toastSuccess(wanted ? 'People can register themselves now.' : 'People can no longer register themselves.'),
      )
      .catch(toastError);
  };
  return (
    <Panel title="Sign-up">
      <Toggle
        label="People may register themselves at /signup"
        description="They prove their address with a link in a mail. Everybody else needs an invitation."
        checked={chosen ?? open}
        onChange={save}
      />
    </Panel>
  );
}
