import { Button, Checkbox, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { useId, useState } from 'react';
import { useSaveNotificationSettingsMutation } from '@/api/session/account';
import { genericError } from '@/api/request/envelope';
import { type MailMode, type NotificationSettings, useNotificationSettingsQuery } from '@/api/generated';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { askBrowser, browserPermission, browserSetting } from './browser';
import classes from './NotificationForm.module.css';

const groups = [
  { name: 'asked', label: 'What asks you', about: 'Reviews, approvals, mentions, assignments, due dates.' },
  { name: 'newOrders', label: 'New orders', about: 'Orders that were placed.' },
  { name: 'comments', label: 'Comments', about: 'Comments on your orders.' },
  { name: 'decisions', label: 'Decisions', about: 'Approved, or sent back for changes.' },
  { name: 'changes', label: 'Status changes and other', about: 'Moves, new versions, resolved topics.' },
] as const satisfies { name: keyof NotificationSettings; label: string; about: string }[];
const modes: { value: MailMode; label: string }[] = [
  { value: 'at-once', label: 'At once' },
  { value: 'daily', label: 'Daily' },
  { value: 'off', label: 'Off' },
];

const scopes: { value: NonNullable<NotificationSettings['orders']>; label: string }[] = [
  { value: 'mine', label: 'Only my orders' },
  { value: 'all', label: 'All orders' },
];

/** Returns whether a choice differs from the settings that the server has. */
function differs(changed: Partial<NotificationSettings>, saved: NotificationSettings) {
  const before: Partial<Record<string, string>> = { ...saved };
  return Object.entries(changed).some(([name, value]) => value !== before[name]);
}

type Props = {
  onSaved?: () => void;
  /** Shows a button that discards the choice. */
  onCancel?: () => void;
};

/**
 * When the user gets mail about unread notifications, and whether this browser shows notifications.
 */
export function NotificationForm({ onSaved, onCancel }: Props) {
  const id = useId();
  const { data, error, refetch } = useNotificationSettingsQuery();
  const [save, { isLoading }] = useSaveNotificationSettingsMutation();
  const [changed, setChanged] = useState<Partial<NotificationSettings>>({});
  const unsaved = data !== undefined && differs(changed, data.data.settings);
  useLeaveGuard(unsaved);
  useDialogGuard(unsaved);
  if (error && !data) return <ErrorState small {...genericError} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label="Loading the settings">
        <Skeleton height={470} />
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
    setChanged({});
    toastSuccess('Your notification settings are saved');
    onSaved?.();
  };

  return (
    <>
      {chosen.orders && (
        <div className={classes.group}>
          <span>
            <span id={`${id}scope`} className={classes.label}>
              Notify me of
            </span>
            <span className={classes.about}>
              {chosen.orders === 'mine' ? 'Orders of yours, and those that nobody has taken.' : 'Every new order too.'}
            </span>
          </span>
          <SegmentedControl
            size="xs"
            aria-labelledby={`${id}scope`}
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
            <span id={id + name} className={classes.label}>
              {label}
            </span>
            <span className={classes.about}>{about}</span>
          </span>
          <SegmentedControl
            size="xs"
            aria-labelledby={id + name}
            value={chosen[name]}
            onChange={(mode) => setChanged({ ...changed, [name]: mode })}
            data={modes}
          />
        </div>
      ))}
      <InBrowser />
      <Group justify="flex-end" mt="lg" gap="xs">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <BusyButton busy={isLoading} onClick={() => void submit()}>
          Save
        </BusyButton>
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
