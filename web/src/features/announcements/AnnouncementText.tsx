import { useLayoutEffect, useRef } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import classes from './announcement.module.css';

/** The code that removes what is not harmless. Only announcements need it. */
export const sanitiser = onDemand(() => import('./sanitise'));

/** Renders the html of an announcement (BD-381), without whatever could do harm. */
export function AnnouncementText({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null);
  const loaded = useOnDemand(sanitiser, true);
  useLayoutEffect(() => {
    if (loaded) text.current?.replaceChildren(loaded.sanitised(html));
  }, [loaded, html]);
  return <div ref={text} className={classes.text} />;
}
