import { Link } from 'react-router';
import { type PersonDetail, useResetFactorsMutation } from '@/api/people';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { nameOf } from './person';
import classes from './person.module.css';

/** Shows how many second factors a person has, and removes them if the person lost them (D-46). */
export function FactorsPanel({ detail: { person, factors } }: { detail: PersonDetail }) {
  const [call, { isLoading }] = useResetFactorsMutation();
  const name = nameOf(person);
  const reset = async () => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: `Reset the second factor of ${name}?`,
      message: `${name} signs in with the password alone afterwards, and their recovery codes stop working. Make sure that it is really them who asks for this.`,
      accept: 'Reset',
      danger: true,
    });
    if (!agreed) return;
    try {
      await call({ personId: person.id }).unwrap();
      toastSuccess(`${name} signs in with the password alone now.`);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Panel title={`Second factor: ${factors}`}>
      <div className={classes.row}>
        <p>It is asked for after the password.{!person.isYou && ' Reset it if they lost it.'}</p>
        {person.isYou ? (
          <Link to="/settings#security">Change it in the settings</Link>
        ) : (
          <BusyButton variant="default" busy={isLoading} onClick={() => void reset()}>
            Reset
          </BusyButton>
        )}
      </div>
    </Panel>
  );
}
