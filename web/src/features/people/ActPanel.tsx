import { type Member, useImpersonateMutation } from '@/api/people';
import { toastError } from '@/shared/command/notify';
import { askReason, confirm } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { nameOf } from './person';
import classes from './person.module.css';

/** Opens the link in a new tab. The page that opens needs nothing of this one. */
function openTab(url: string): boolean {
  const tab = window.open(url, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}

/** Lets an admin act as a person of a customer, for a reason (D-48). */
export function ActPanel({ person }: { person: Member }) {
  const [call, { isLoading }] = useImpersonateMutation();
  const name = nameOf(person);
  const act = async () => {
    const reason = await askReason({
      title: `Act as ${name}`,
      message: `You see and do what ${name} can, for 30 minutes, and the audit names you both. This replaces your own session in this browser; sign in again afterwards.`,
    });
    if (!reason) return;
    try {
      const { data } = await call({ personId: person.id, impersonationReason: { reason } }).unwrap();
      if (openTab(data.url)) return;
      // The browser blocked the tab. It opens one after a click.
      const agreed = await confirm({
        type: 'CONTINUECANCEL',
        title: `Act as ${name}`,
        message: 'The link works for a minute.',
        accept: 'Open in a new tab',
      });
      if (agreed) openTab(data.url);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Panel title="Act as this person">
      <div className={classes.row}>
        <p>Opens the product in a new tab as {name} sees it.</p>
        <BusyButton variant="default" busy={isLoading} onClick={() => void act()}>
          Act as this person
        </BusyButton>
      </div>
    </Panel>
  );
}
