import { Button, CopyButton, TextInput } from '@mantine/core';
import { Icon } from '@/ui';
import classes from './invite.module.css';

export interface Link {
  /** Empty when only the mail contains it. */
  url: string;
  email: string;
  withPassword: boolean;
}

/** Shows the secret link, which is not shown again. */
export function LinkOnce({ link, onDone }: { link: Link; onDone: () => void }) {
  return (
    <section className={classes.once} aria-label="The link">
      <p role="status">
        The link is on its way to <strong>{link.email}</strong>.
        {link.url && ' You can pass it on yourself as well: it is shown this once.'}
        {link.withPassword && ' The password is not in the mail: tell it yourself.'}
      </p>
      {link.url && (
        <div className={classes.link}>
          <TextInput aria-label="Link for the guest" readOnly value={link.url} onFocus={(e) => e.target.select()} />
          <CopyButton value={link.url}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={<Icon name={copied ? 'check' : 'file'} size={14} />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy link'}
              </Button>
            )}
          </CopyButton>
        </div>
      )}
      <Button variant="subtle" size="compact-sm" onClick={onDone}>
        Invite another guest
      </Button>
    </section>
  );
}
