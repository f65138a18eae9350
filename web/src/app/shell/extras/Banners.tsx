import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Profile } from '@/api/generated';
import { AnnouncementBar } from '@/features/announcements/AnnouncementBar';
import { useAnnouncements } from '@/features/announcements/useAnnouncements';
import { noticesOf } from '@/features/membership/notices/notices';
import { PlanBanner } from '@/features/membership/notices/PlanBanner';
import { promptMs } from '@/features/membership/notices/prompts';
import { DeletionBanner } from '@/features/profile/DeletionBanner';
import { GateBanner } from '@/features/profile/GateBanner';
import { VerifyBanner } from '@/features/profile/VerifyBanner';
import { useAfter } from '@/lib/hooks/useAfter';
import { Icon } from '@/ui';
import { focusHeading, isFocusLost } from '@/ui/page/usePageFocus';
import classes from './Banners.module.css';
import shell from './Attention.module.css';

type Banner = { key: string; className?: string; style?: CSSProperties; said: boolean; content: ReactNode };

/**
 * Returns the banners of the user, the most urgent first (SH-150..SH-152, BD-381). What concerns their
 * subscription is said a moment after the page shows (BD-428, BD-429).
 */
function useBanners(me: Profile, onDismiss: () => void): Banner[] {
  const announcements = useAnnouncements();
  const banners: Banner[] = [];
  const said = useAfter(promptMs);
  if (me.deletesAt) {
    const content = said && <DeletionBanner me={me} deletesAt={me.deletesAt} />;
    banners.push({ key: 'deletion', className: shell.leaving, said, content });
  }
  if (!me.emailIsVerified) {
    const content = said && <VerifyBanner email={me.emailAddress} />;
    banners.push({ key: 'unverified', className: shell.unverified, said, content });
  }
  const gate = me.profileGate;
  if (gate?.closesAt) {
    const content = said && <GateBanner asks={gate.asks} closesAt={gate.closesAt} />;
    banners.push({ key: 'gate', className: shell.subscription, said, content });
  }
  for (const notice of noticesOf(me)) {
    const content = said && me.membership && <PlanBanner notice={notice} plan={me.membership} />;
    banners.push({ key: `plan-${notice.key}`, className: shell.subscription, said, content });
  }
  for (const announcement of announcements) {
    const { backgroundColor, textColor } = announcement.styles;
    banners.push({
      key: announcement.id,
      style: { background: backgroundColor, color: textColor },
      said: true,
      content: <AnnouncementBar announcement={announcement} onDismiss={onDismiss} />,
    });
  }
  return banners;
}

/** The one place above the page for banners: one at a time, with a way to the others. */
export function Banners({ me }: { me: Profile }) {
  const host = useRef<HTMLDivElement>(null);
  const dismissed = useRef(false);
  const [chosen, setChosen] = useState({ key: '', index: 0 });
  const banners = useBanners(me, () => {
    dismissed.current = true;
  });
  const known = banners.findIndex(({ key }) => key === chosen.key);
  // After a banner has gone, the one that takes its place shows.
  const index = known >= 0 ? known : Math.max(0, Math.min(chosen.index, banners.length - 1));
  const shown = banners[index];
  const go = (by: number) => {
    const next = (index + by + banners.length) % banners.length;
    setChosen({ key: banners[next]?.key ?? '', index: next });
  };

  useEffect(() => {
    if (!dismissed.current) return;
    dismissed.current = false;
    if (!isFocusLost()) return;
    const button = host.current?.querySelector('button');
    if (button) button.focus();
    else focusHeading(document.getElementById('content'));
  }, [shown?.key]);

  return (
    // Always there, so that screen readers notice what appears in it.
    <div ref={host} aria-live="polite">
      {shown && (
        <div className={shown.className} style={shown.style} data-said={shown.said || undefined}>
          <div className={classes.row}>
            <div className={classes.banner}>{shown.content}</div>
            {shown.said && banners.length > 1 && (
              <div className={classes.pager} role="group" aria-label="Banners">
                <button type="button" aria-label="Previous" onClick={() => go(-1)}>
                  <Icon name="chevronLeft" size={14} />
                </button>
                <span className="tabular">
                  {index + 1} of {banners.length}
                </span>
                <button type="button" aria-label="Next" onClick={() => go(1)}>
                  <span className={classes.word}>Next</span>
                  <Icon name="chevronRight" size={14} />
                </button>
              </div>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
