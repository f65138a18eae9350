import { useState } from 'react';
import { useLocation } from 'react-router';
import type { TourKey } from '@/api/shell';
import { AfterEdit } from './AfterEdit';
import { isDismissed } from './dismissed';
import { Offer } from './Offer';
import { hasTours, isNew, pathOf, type Viewer } from './pages';
import { type Asked, tours } from '@/shared/tours';
import { ToursDialog } from './ToursDialog';
import { useTourRun } from './useTourRun';
import { VideoDialog } from './VideoDialog';

export type GuideProps = { viewer: Viewer; asked: Asked | null; offered?: TourKey };

/** The offer of a tour, the list of all tours, what follows an edit of the profile, and the video. */
export function Guide({ viewer, asked, offered }: GuideProps) {
  const { me } = viewer;
  const { pathname } = useLocation();
  const { running, start, save } = useTourRun(viewer);
  const [video, setVideo] = useState(false);
  // Only where they have just saved it, so that it never comes up over other work.
  const greets =
    asked === 'edited' &&
    pathname === pathOf('manageProfile') &&
    me.profileGate?.asks === 'nothing' &&
    hasTours(me) &&
    isNew(me, 'dashboard');
  const startAfterDialog = (key: TourKey) => {
    tours.close();
    void start(key);
  };
  const watch = me.tourVideo
    ? () => {
        tours.close();
        setVideo(true);
      }
    : undefined;
  return (
    <>
      {/* Always there, so that screen readers notice what appears in it. */}
      <div aria-live="polite">
        {offered && !isDismissed(me.id) && (
          <Offer
            key={pathname}
            tour={offered}
            me={me}
            hidden={running !== undefined || asked === 'list' || greets}
            onStart={start}
            onSave={save}
          />
        )}
      </div>
      <ToursDialog
        opened={asked === 'list'}
        viewer={viewer}
        onStart={startAfterDialog}
        onWatch={watch}
        onSave={save}
        onClose={tours.close}
      />
      <AfterEdit
        opened={greets}
        onStart={() => startAfterDialog('dashboard')}
        onWatch={watch}
        onSkip={() => {
          tours.close();
          void save('dashboard', false);
        }}
      />
      {me.tourVideo && <VideoDialog opened={video} address={me.tourVideo} onClose={() => setVideo(false)} />}
    </>
  );
}
