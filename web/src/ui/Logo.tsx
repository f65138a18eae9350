import { useState } from 'react';
import classes from './Logo.module.css';

type Props = { name?: string; src?: string; small?: boolean };

/** The client's logo. Without one it is the product's mark with the client's name. */
export function Logo({ name = 'Proofboard', src, small = false }: Props) {
  const [failed, setFailed] = useState<string>();
  if (src && src !== failed) {
    return <img src={src} alt={name} className={classes.image} onError={() => setFailed(src)} />;
  }
  return (
    <span className={classes.logo}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--brand)" />
        <path d="M8.5 8h4.5v16H8.5zM15 8h4.5v9.5H15z" fill="var(--brand-contrast)" />
        <path
          d="m16.5 22.5 3 3 6-7.5"
          fill="none"
          stroke="var(--brand-contrast)"
          strokeWidth="2.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={small ? 'sr-only' : classes.name}>{name}</span>
    </span>
  );
}
