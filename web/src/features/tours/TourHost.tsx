import { useMediaQuery } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { Profile } from '@/api/generated';
import { useView } from '@/api/hooks';
import { mobile } from '@/lib/mobile';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded } from '@/ui';
import type { GuideProps } from './Guide';
import { offeredOn } from './pages';
import { tours } from '@/shared/tours';

const guide = onDemand(() => import('./Guide'));

function giveUp(): void {
  tours.close();
  toastNotLoaded();
}

/** Offers the guided tours and shows their list. It is mounted once. */
export function TourHost({ me }: { me: Profile }) {
  const viewer = { me, view: useView(me) };
  const asked = useSyncExternalStore(tours.subscribe, tours.asked);
  const { pathname } = useLocation();
  // On a phone an offer would cover the page. The tours are in the user menu.
  const narrow = useMediaQuery(mobile, false, { getInitialValueInEffect: false });
  const offered = narrow ? undefined : offeredOn(viewer, pathname);
  if (!asked && !offered && !guide.current()) return null;
  return <Loaded viewer={viewer} asked={asked} offered={offered} />;
}

/** Loads the guide: at once if the user asked for it, and otherwise when the browser is idle. */
function Loaded(props: GuideProps) {
  const loaded = useOnDemand(guide, props.asked !== null, giveUp);
  return loaded ? <loaded.Guide {...props} /> : null;
}
