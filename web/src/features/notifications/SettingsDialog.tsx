import { Button, Checkbox, Group, Modal, SegmentedControl, Skeleton } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import { genericError } from '@/api/envelope';
import {
  type MailMode,
  type NotificationSettings,
  useNotificationSettingsQuery,
  useSaveNotificationSettingsMutation,
} from '@/api/generated';
import { useLocalSetting } from '@/lib/useLocalSetting';
import { toastError, toastSuccess } from '@/shared/notify';
import { ErrorState } from '@/ui';
import { askBrowser, browserPermission, browserSetting } from './browser';
import classes from './SettingsDialog.module.css';

const groups: { name: 'asked' | 'comments' | 'changes'; label: string; about: string }[] = [
  { name: 'asked', label: 'Mentions and review requests', about: 'Somebody asks you for something.' },
  { name: 'comments', label: 'Comments', about: 'Comments and resolved topics on your orders.' },
  { name: 'changes', label: 'Status changes and other', about: 'Moves, new versions, approvals, assignments.' },
];
const modes: { value: MailMode; label: string }[] = [
  { value: 'at-once', label: 'At once' },
  { value: 'daily', label: 'Daily' },
  { value: 'off', label: 'Off' },
];

const scopes: { value: NonNullable<NotificationSettings['orders']>; label: string }[] = [
  { value: 'mine', label: 'Only my orders' },
  { value: 'all', label: 'All orders' },
];

type Props = { opened: boolean; onClose: () => void };

/**
 * The notification settings: when the user gets mail about unread notifications, and whether this
 * browser shows them.
 */
export function SettingsDialog({ opened, onClose }: Props) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      title="Notification settings"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      <Settings onClose={onClose} />
    </Modal>
  );
}

function Settings({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useNotificationSettingsQuery();
  const [save, { isLoading }] = useSaveNotificationSettingsMutation();
  const [changed, setChanged] = useState<Partial<NotificationSettings>>({});
  if (error && !data) return <ErrorState small {...genericError} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label="Loading the settings">
        <Skeleton height={220} />
      </div>
    );
  }
  const { settings, emailAddress, timeZone } = data.data;
  const chosen = { ...settings, ...changed };

  const submit = async () => {
    const saved = await save({ notificationSettings: chosen })
      .unwrap()
      .catch((failure: unknown) => void toastError(failure));
    if (!saved) return;
    toastSuccess('Your notification settings are saved');
    onClose();
  };

  return (
    <>
      {chosen.orders && (
        <div className={classes.group}>
          <span>
            <span id="scope" className={classes.label}>
              Notify me of
            </span>
            <span className={classes.about}>
              {chosen.orders === 'mine'
                ? 'Orders that you made, manage, work on or collaborate in.'
                : 'Every new order too.'}
            </span>
          </span>
          <SegmentedControl
            size="xs"
            aria-labelledby="scope"
            value={chosen.orders}
            onChange={(orders) => setChanged({ ...changed, orders })}
            data={scopes}
          />
        </div>
      )}
      <p className={classes.intro}>
        Mail to <strong>{emailAddress}</strong> about what you have not read here. Daily mail comes at 08:00 ({timeZone}
        ).
      </p>
      {groups.map(({ name, label, about }) => (
        <div key={name} className={classes.group}>
          <span>
            <span id={`mail-${name}`} className={classes.label}>
              {label}
            </span>
            <span className={classes.about}>{about}</span>
          </span>
          <SegmentedControl
            size="xs"
            aria-labelledby={`mail-${name}`}
            value={chosen[name]}
            onChange={(mode) => setChanged({ ...changed, [name]: mode })}
            data={modes}
          />
        </div>
      ))}
      <InBrowser />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isLoading} onClick={() => void submit()}>
          Save
        </Button>
      </Group>
    </>
  );
}

const words = {
  unsupported: 'This browser cannot show notifications.',
  denied: 'This browser blocks notifications of this site. Allow them in its settings first.',
  default: 'The browser asks you for permission.',
  granted: 'They show while this page is in the background.',
};

function InBrowser() {
  const [permission, setPermission] = useState(browserPermission);
  const [wanted, setWanted] = useLocalSetting<'on' | 'off'>(browserSetting, 'off');
  const possible = permission === 'default' || permission === 'granted';

  const choose = async (on: boolean) => {
    const answer = on ? await askBrowser() : permission;
    setPermission(answer);
    setWanted(on && answer === 'granted' ? 'on' : 'off');
  };
  return (
    <Checkbox
      mt="md"
      label="Show notifications of this browser"
      description={words[permission]}
      disabled={!possible}
      checked={permission === 'granted' && wanted === 'on'}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  );
}
