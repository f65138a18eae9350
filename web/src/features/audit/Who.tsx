import type { ReactNode } from 'react';
import type { AuditEvent } from '@/api/desk';
import { PersonAvatar } from '@/ui';
import classes from './audit.module.css';

type Props = Pick<AuditEvent, 'actor' | 'impersonator'> & { children?: ReactNode };

/** Says who did something, and who acted as them (D-48). Without a person it was the product itself. */
export function Who({ actor, impersonator, children }: Props) {
  const who = actor?.name ?? 'Proofboard';
  return (
    <>
      <span>
        <PersonAvatar name={who} image={actor?.avatar} size={22} title="" />
        {who}
      </span>
      {children && <span className={classes.quiet}>{children}</span>}
      {impersonator && <span className={classes.quiet}>as impersonated by {impersonator.name}</span>}
    </>
  );
}
