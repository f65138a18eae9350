import { Button, Group, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { SaveTourApiArg, TourKey } from '@/api/shell';
import { Icon } from '@/ui';
import { definitions } from './definitions';
import { find } from './find';
import { isNew, toursOf, type Viewer } from './pages';
import classes from './tours.module.css';

type Props = {
  opened: boolean;
  viewer: Viewer;
  onStart: (tour: TourKey) => void;
  /** Absent without a video. */
  onWatch?: () => void;
  onSave: (tour: SaveTourApiArg['tour'], offered: boolean) => Promise<boolean>;
  onClose: () => void;
};

/** The list of the user's tours, which the user menu opens. */
export function ToursDialog({ opened, viewer, onStart, onWatch, onSave, onClose }: Props) {
  const mounted = useMounted();
  const keys = toursOf(viewer);
  const fresh = keys.filter((key) => isNew(viewer.me, key));
  // The entry of the menu that opened the dialog is gone when it closes.
  const leave = (act: () => void) => () => {
    find('user-menu')?.focus();
    act();
  };
  return (
    <Modal
      opened={opened && mounted}
      onClose={leave(onClose)}
      returnFocus={false}
      title="Guided tours"
      size="md"
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      <p className={classes.about}>A tour shows you a page. Start one as often as you like.</p>
      <ul className={classes.list} aria-label="Guided tours">
        {keys.map((key) => (
          <li key={key}>
            <span className={classes.title}>{definitions[key].title}</span>
            <span className={classes.state} data-new={isNew(viewer.me, key) || undefined}>
              {isNew(viewer.me, key) ? 'New' : 'Done'}
            </span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Start the tour ${definitions[key].title}`}
              onClick={leave(() => onStart(key))}
            >
              Start
            </Button>
          </li>
        ))}
      </ul>
      <Group gap={8} align="stretch" mt={16}>
        {onWatch && (
          <Button variant="subtle" size="xs" leftSection={<Icon name="play" size={14} />} onClick={leave(onWatch)}>
            Start Video
          </Button>
        )}
        <span className={classes.spring} />
        {fresh.length > 0 && (
          <Button variant="default" size="xs" onClick={() => void onSave('all', false)}>
            Skip all tours
          </Button>
        )}
        {fresh.length < keys.length && (
          <Button variant="default" size="xs" onClick={() => void onSave('all', true)}>
            Offer all again
          </Button>
        )}
      </Group>
    </Modal>
  );
}
