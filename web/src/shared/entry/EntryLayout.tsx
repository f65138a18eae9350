import { Loader } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { setPageTitle } from '@/lib/title';
import { Logo } from '@/ui/Logo';
import { Brand } from '../Brand';
import { BoardPicture } from './BoardPicture';
import classes from './entry.module.css';
import { useEntryBrand } from './useEntryBrand';

/** How long the sign-in and forgot-password screens first show a loader, in ms (SH-017, SH-108). */
export const loaderMs = 2000;

type Props = {
  /** The title of the window. */
  title: string;
  children: ReactNode;
  admin?: boolean;
  /** Set on the screens that first show a loader. */
  loader?: boolean;
  wide?: boolean;
};

/** The frame of the pages that need no session: sign-in, reset, invitation, verification, setup. */
export function EntryLayout({ title, children, admin = false, loader = false, wide = false }: Props) {
  const { theme, ready } = useEntryBrand();
  const [loading, setLoading] = useState(loader);
  useEffect(() => {
    setPageTitle(title);
    return () => setPageTitle('');
  }, [title]);
  useEffect(() => {
    if (!loader) return undefined;
    const timer = setTimeout(() => setLoading(false), loaderMs);
    return () => clearTimeout(timer);
  }, [loader]);

  return (
    <div className={classes.page} data-admin={admin || undefined} data-brand={ready ? undefined : 'loading'}>
      {theme && <Brand theme={theme} />}
      <main className={classes.side}>
        <div className={classes.box} data-wide={wide || undefined}>
          <Logo name={theme?.name} src={theme?.logo} />
          {loading ? <EntryLoader label="Loading" /> : children}
        </div>
      </main>
      <BoardPicture admin={admin} />
    </div>
  );
}

/** Fills the place of the form while it is not there yet. A screen reader announces the label. */
export function EntryLoader({ label }: { label: string }) {
  return (
    <div className={classes.loader} role="status" aria-label={label}>
      <Loader color="brand" />
    </div>
  );
}
