import type { ReactNode } from 'react';

type Props = { label: string; className?: string; busy?: boolean; children: ReactNode };

/** Wide content that scrolls sideways, also with the keyboard. */
export function ScrollRegion({ label, className, busy, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach it to scroll
    <div className={className} tabIndex={0} role="region" aria-label={label} aria-busy={busy}>
      {children}
    </div>
  );
}
