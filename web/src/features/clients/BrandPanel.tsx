import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ClientAccountDetail } from '@/api/people';
import { adminClient } from '@/api/session/session';
import { Logo } from '@/ui/Logo';
import { Panel } from '@/ui/page/Panel';
import { draftOf } from './branding/draft';
import classes from './clients.module.css';

/** What people see of a client, and the way to change it. */
export function BrandPanel({ detail: { client, branding } }: { detail: ClientAccountDetail }) {
  if (client.kind === 'direct') {
    return (
      <Panel title="Branding">
        <p className={classes.brand}>
          Direct customers see the brand of the design service.{' '}
          <Link to={`/clients/${adminClient}/branding`}>Edit that brand</Link>
        </p>
      </Panel>
    );
  }
  const { name, senderName, colour, logo } = draftOf(branding);
  return (
    <Panel
      title="Branding"
      aside={
        <Button
          component={Link}
          to={`/clients/${encodeURIComponent(client.id)}/branding`}
          variant="subtle"
          size="compact-sm"
        >
          Edit branding
        </Button>
      }
    >
      <p className={classes.brand}>
        {logo.src && <Logo name="Logo" src={logo.src} />}
        <span className={classes.colour} style={{ background: colour }} />
        <span className="tabular">{colour}</span>
        <span>Mails from {senderName || name}</span>
      </p>
    </Panel>
  );
}
