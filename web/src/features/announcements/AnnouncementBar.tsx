import { type Announcement, useDismissAnnouncementMutation } from '@/api/shell';
import { toastError } from '@/shared/command/notify';
import { Icon } from '@/ui';
import classes from './announcement.module.css';
import { AnnouncementText } from './AnnouncementText';

type Props = { announcement: Announcement; onDismiss: () => void };

/** An announcement above the page (BD-381). It can be dismissed unless it lasts. */
export function AnnouncementBar({ announcement: { id, html, lasting }, onDismiss }: Props) {
  const [call] = useDismissAnnouncementMutation();
  const dismiss = () => {
    onDismiss();
    call({ announcementId: id }).unwrap().catch(toastError);
  };
  return (
    <section className={classes.bar} aria-label="Announcement">
      <AnnouncementText html={html} />
      {!lasting && (
        <button type="button" className={classes.button} aria-label="Dismiss this announcement" onClick={dismiss}>
          <Icon name="close" size={16} />
        </button>
      )}
    </section>
  );
}
