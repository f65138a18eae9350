import type { ReactNode } from 'react';

type Props = { label: string; className?: string; busy?: boolean; children: ReactNode };

/** Something wide that scrolls sideways, with the keyboard too. */
export function ScrollRegion({ label, className, busy, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached
    <div className={className} tabIndex={0} role="region" aria-label={label} aria-busy={busy}>
      {children}
    </div>
  );
}
