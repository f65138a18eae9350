import { Button } from '@mantine/core';
import { useMailOff } from '@/shared/MailOff';
import { CopyField } from '@/ui/fields/CopyField';
import classes from './invite.module.css';

export interface Link {
  /** Empty when only the mail contains it. */
  url: string;
  email: string;
  withPassword: boolean;
}

/** Shows the secret link, which is not shown again. */
export function LinkOnce({ link, onDone }: { link: Link; onDone: () => void }) {
  const mailOff = useMailOff();
  return (
    <section className={classes.once} aria-label="The link">
      <p role="status">
        {mailOff ? 'No mail is sent here, so pass the link on to ' : 'The link is on its way to '}
        <strong>{link.email}</strong>
        {mailOff ? ' yourself' : '.'}
        {link.url &&
          (mailOff ? ': it is shown this once.' : ' You can pass it on yourself as well: it is shown this once.')}
        {link.withPassword && ' The password is not in the mail: tell it yourself.'}
      </p>
      {link.url && <CopyField label="Link for the guest" value={link.url} button="Copy link" />}
      <Button variant="subtle" size="compact-sm" onClick={onDone}>
        Invite another guest
      </Button>
    </section>
  );
}
