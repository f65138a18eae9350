import { Loader } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useDemoPeopleQuery } from '@/api/generated';
import { useSession } from '@/api/hooks';
import { Logo } from '@/ui/Logo';
import { BoardPicture } from './BoardPicture';
import classes from './signin.module.css';

/** How long the sign-in and forgot-password screens first show a loader, in ms (SH-017, SH-108). */
export const loaderMs = 2000;

type Props = { children: ReactNode; admin?: boolean; loader?: boolean };

export function SignInLayout({ children, admin = false, loader = true }: Props) {
  const { theme } = useSession();
  useDemoPeopleQuery(); // Loaded before the form appears.
  const [loading, setLoading] = useState(loader);
  useEffect(() => {
    if (!loader) return undefined;
    const timer = setTimeout(() => setLoading(false), loaderMs);
    return () => clearTimeout(timer);
  }, [loader]);

  return (
    <div className={classes.page} data-admin={admin || undefined}>
      <main className={classes.side}>
        <div className={classes.box}>
          <Logo name={theme?.name} src={theme?.logo} />
          {loading ? (
            <div className={classes.loader} role="status" aria-label="Loading">
              <Loader color="brand" />
            </div>
          ) : (
            children
          )}
        </div>
      </main>
      <BoardPicture admin={admin} />
    </div>
  );
}
