import type { Attachment } from '@/api';
import { FileButton } from '@/shared/FileButton';
import { DropArea, under, UploadList, useUploads } from '@/shared/uploads';
import { Icon } from '@/ui';
import classes from './screen.module.css';

/** Uploads the next version of the proof. */
export function NewVersion({ orderId, attachment }: { orderId: string; attachment: Attachment }) {
  const { all, send, retry, remove } = useUploads();
  const target = { orderId, attachmentId: attachment.id, reviewType: attachment.type };
  const onFiles = (files: File[]) => send({ ...target, from: 'proof' }, files);
  return (
    <DropArea onFiles={onFiles}>
      <div className={classes.newVersion}>
        <FileButton
          variant="default"
          size="xs"
          fullWidth
          leftSection={<Icon name="upload" size={14} />}
          label="New version"
          className={classes.newButton}
          onFiles={onFiles}
        >
          New version
        </FileButton>
        <UploadList transfers={under(all, target)} onRetry={retry} onRemove={remove} />
      </div>
    </DropArea>
  );
}
