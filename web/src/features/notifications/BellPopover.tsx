import { useState } from 'react';
import { HeaderPopover } from '@/ui/popover/HeaderPopover';
import { GroupDetail } from './GroupDetail';
import { GroupList } from './GroupList';

type Props = { target: HTMLElement; opened: boolean; onChange: (opened: boolean) => void };

/** The popover of the bell: groups, and the messages of one group (SH-197, SH-198). */
export function BellPopover({ target, opened, onChange }: Props) {
  const [group, setGroup] = useState<{ id: string; title: string } | null>(null);
  const [returned, setReturned] = useState(false);
  const close = () => onChange(false);
  return (
    <HeaderPopover
      target={target}
      opened={opened}
      onChange={onChange}
      onClose={() => {
        setGroup(null);
        setReturned(false);
      }}
      label="Notifications"
      width={380}
    >
      {group ? (
        <GroupDetail
          group={group}
          onBack={() => {
            setGroup(null);
            setReturned(true);
          }}
          onOpen={close}
        />
      ) : (
        <GroupList onGroup={setGroup} onOpen={close} returned={returned} />
      )}
    </HeaderPopover>
  );
}
