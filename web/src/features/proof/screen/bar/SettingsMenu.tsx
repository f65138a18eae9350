import { ActionIcon, Menu } from '@mantine/core';
import { type Attachment, useSetAttachmentSettingsMutation } from '@/api';
import { toastError } from '@/shared/command/notify';
import { Icon } from '@/ui';
import { inPlace } from '@/ui/menus';

interface Props {
  orderId: string;
  attachment: Attachment;
}

/**
 * Selects which tabs of an attachment accept comments, and on which one it opens (BD-147, BD-149,
 * BD-232).
 */
export function SettingsMenu({ orderId, attachment }: Props) {
  const [save] = useSetAttachmentSettingsMutation();
  if (!attachment.can.settings) return null;
  const set = (attachmentSettings: Parameters<typeof save>[0]['attachmentSettings']) =>
    void save({ orderId, attachmentId: attachment.id, attachmentSettings }).unwrap().catch(toastError);
  return (
    <Menu position="bottom-end" width={230} {...inPlace}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label="Settings of the comments"
          title="Settings of the comments"
        >
          <Icon name="settings" size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Comments are taken</Menu.Label>
        <Menu.CheckboxItem
          checked={!attachment.isDisabledInternalTabAnnotation}
          onChange={(on) => set({ isDisabledInternalTabAnnotation: !on })}
        >
          on the Internal tab
        </Menu.CheckboxItem>
        <Menu.CheckboxItem
          checked={!attachment.isDisabledPublicTabAnnotation}
          onChange={(on) => set({ isDisabledPublicTabAnnotation: !on })}
        >
          on the Public tab
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Label>Opens on</Menu.Label>
        <Menu.RadioGroup
          value={attachment.startingTab}
          onChange={(tab) => set({ startingTab: tab === 'internal' ? 'internal' : 'public' })}
        >
          <Menu.RadioItem value="internal">Internal</Menu.RadioItem>
          <Menu.RadioItem value="public">Public</Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
