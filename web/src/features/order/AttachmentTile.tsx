import { ActionIcon, Menu } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { type Attachment, useDeleteAttachmentMutation } from '@/api/generated';
import { date } from '@/lib/dates';
import { cut, fileSize, plural } from '@/lib/text';
import { accept } from '@/lib/upload';
import { toastSuccess } from '@/orders/notify';
import { toastRefused } from '@/orders/useOrderCommands';
import { useUpload } from '@/orders/useUpload';
import { confirm, Icon, inContent } from '@/ui';
import classes from './order.module.css';

/** A displayed file name is cut at this many characters (SH-302). */
const nameLimit = 30;

type Props = { orderId: string; attachment: Attachment; mayDelete: boolean };

/** An attachment: its newest version as a picture, with what is open on it. */
export function AttachmentTile({ orderId, attachment, mayDelete }: Props) {
  const newest = attachment.versions[0];
  const open = newest ? newest.topics.public + newest.topics.internal : 0;
  const approved = newest?.isInternalApproved && newest.can.seeChecked;
  return (
    <li className={classes.tile}>
      <Link to={`/orders/detail/${orderId}/attachments/${attachment.id}`} className={classes.tileLink}>
        <span className={classes.thumb}>
          {newest?.thumbnail ? (
            <img src={newest.thumbnail} alt="" loading="lazy" />
          ) : (
            <span className={classes.noThumb}>
              <Icon name={newest?.fileType === 'image' ? 'image' : 'file'} size={26} />
              {attachment.name.split('.').pop()?.toUpperCase()}
            </span>
          )}
          {approved && (
            <span className={classes.checked}>
              <Icon name="check" size={12} /> Checked
            </span>
          )}
          {open > 0 && <span className={classes.open}>{plural(open, 'open comment')}</span>}
        </span>
        <span className={classes.tileName} title={attachment.name}>
          {cut(attachment.name, nameLimit)}
        </span>
        <span className={classes.tileMeta}>
          {newest
            ? `Version ${newest.version}, ${date(newest.createdAt)}, ${fileSize(newest.fileMeta.fileSize)}`
            : 'No version'}
        </span>
      </Link>
      {(attachment.can.addVersion || (mayDelete && attachment.can.delete)) && (
        <TileMenu orderId={orderId} attachment={attachment} mayDelete={mayDelete && attachment.can.delete} />
      )}
    </li>
  );
}

function TileMenu({ orderId, attachment, mayDelete }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { upload } = useUpload();
  const [remove] = useDeleteAttachmentMutation();
  const askDelete = async () => {
    const message = `Delete ${attachment.name} with all its versions and comments? This cannot be undone.`;
    if (!(await confirm({ type: 'YESNO', title: 'Confirm', message, danger: true }))) return;
    try {
      toastSuccess((await remove({ orderId, attachmentId: attachment.id }).unwrap()).message);
    } catch (error) {
      toastRefused(error);
    }
  };
  return (
    <div className={classes.tileMenu}>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={`New version of ${attachment.name}`}
        onChange={(event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
          if (files.length > 0)
            void upload({ kind: 'attachment-version', orderId, attachmentId: attachment.id }, files);
        }}
      />
      <Menu {...inContent} position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon variant="default" size={26} aria-label={`Actions for ${attachment.name}`}>
            <Icon name="dots" size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {attachment.can.addVersion && (
            <Menu.Item leftSection={<Icon name="upload" size={15} />} onClick={() => input.current?.click()}>
              New version
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item
              leftSection={<Icon name="close" size={15} />}
              color="var(--danger)"
              onClick={() => void askDelete()}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
