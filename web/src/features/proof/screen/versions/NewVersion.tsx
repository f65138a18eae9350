import type { Attachment } from '@/api';
import { designFiles } from '@/lib/files/upload';
import { DropArea, FileButton, type FileChoice } from '@/shared/choosing';
import { under, UploadList, useUploads } from '@/shared/uploads';
import { Icon } from '@/ui';
import classes from '../styles/screen.module.css';

/** Uploads the next version of the proof. */
export function NewVersion({ orderId, attachment }: { orderId: string; attachment: Attachment }) {
  const { all, send, actions } = useUploads();
  const target = { orderId, attachmentId: attachment.id, reviewType: attachment.type };
  const choice: FileChoice = { kinds: designFiles, onFiles: (files) => send({ ...target, from: 'proof' }, files) };
  return (
    <DropArea choice={choice}>
      <div className={classes.newVersion}>
        <FileButton
          variant="default"
          size="xs"
          fullWidth
          leftSection={<Icon name="upload" size={14} />}
          label="New version"
          choice={choice}
          className={classes.newButton}
        >
          New version
        </FileButton>
        <UploadList transfers={under(all, target)} actions={actions} />
      </div>
    </DropArea>
  );
}
