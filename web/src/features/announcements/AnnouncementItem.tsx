import { Button, Group } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useAbility } from '@/api/hooks';
import type { ClientAccount } from '@/api/people';
import { type ManagedAnnouncement, useWithdrawAnnouncementMutation } from '@/api/shell';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { AnnouncementText } from './AnnouncementText';
import classes from './manage.module.css';
import { audience, dismissed, stateWords, times } from './words';

type Props = { announcement: ManagedAnnouncement; clients: ClientAccount[] };

/** One announcement of the list, as people see it. */
export function AnnouncementItem({ announcement, clients }: Props) {
  const { id, html, styles, state } = announcement;
  const navigate = useNavigate();
  const mayChange = useAbility('manage-announcements', 'update');
  const mayWithdraw = useAbility('manage-announcements', 'delete');
  const [call, { isLoading }] = useWithdrawAnnouncementMutation();
  const who = audience(announcement, clients);
  const withdraw = async () => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: 'Withdraw the announcement?',
      message: 'Nobody will see it any more. This cannot be undone.',
      accept: 'Withdraw',
      danger: true,
    });
    if (!agreed) return;
    call({ announcementId: id })
      .unwrap()
      .then(({ message }) => toastSuccess(message))
      .catch(toastError);
  };
  return (
    <li className={classes.item}>
      <div className={classes.sample} style={{ background: styles.backgroundColor, color: styles.textColor }}>
        <AnnouncementText html={html} />
      </div>
      <Group gap="4px 16px" py={10} px={16} fz={13}>
        <span className={classes.badge} data-state={state}>
          {stateWords[state]}
        </span>
        <span className={classes.who}>{who}</span>
        <span className={classes.quiet}>{times(announcement)}</span>
        <span className={classes.quiet}>{dismissed(announcement)}</span>
        <span className={classes.buttons}>
          {mayChange && state !== 'withdrawn' && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Edit the announcement for ${who}`}
              onClick={() => void navigate(`/announcements/${id}`)}
            >
              Edit
            </Button>
          )}
          {mayWithdraw && (state === 'shown' || state === 'scheduled') && (
            <BusyButton
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-label={`Withdraw the announcement for ${who}`}
              busy={isLoading}
              onClick={() => void withdraw()}
            >
              Withdraw
            </BusyButton>
          )}
        </span>
      </Group>
    </li>
  );
}
