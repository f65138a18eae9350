import { ActionIcon, Menu } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { type Attachment, type Order, useDeleteAttachmentMutation } from '@/api/generated';
import { date } from '@/lib/format/dates';
import { fileSize, plural } from '@/lib/format/text';
import { designFiles } from '@/lib/files/upload';
import { CertificateItems } from '@/shared/files/CertificateItems';
import { type FileChoice, FileInput } from '@/shared/choosing';
import { MakeAgain } from '@/shared/files/MakeAgain';
import { VersionPicture } from '@/shared/files/VersionPicture';
import type { Reload } from '@/shared/files/versionLink';
import { proofPath } from '@/shared/proofPath';
import { toastSuccess } from '@/shared/command/notify';
import { toastRefused } from '@/shared/command/refusal';
import { staleWords } from '@/shared/command/stale';
import { nameLimit, useUploads } from '@/shared/uploads';
import { confirm, Cut, Icon, inContent } from '@/ui';
import { LargePicture } from './LargePicture';
import classes from '../order.module.css';

type TileProps = {
  order: Order;
  attachment: Attachment;
  reload: Reload;
  /** Shows the picture as large as there is room. */
  large?: boolean;
};

/** Returns the file name of the newest version. */
const nameOf = ({ name, versions: [newest] }: Attachment): string => newest?.fileName || name;

/** Shows an attachment: a thumbnail of its newest version with its open comments. */
export function AttachmentTile({ order, attachment, reload, large = false }: TileProps) {
  const orderId = order.id;
  const mayDelete = order.can.deleteAttachment && attachment.can.delete;
  const name = nameOf(attachment);
  const newest = attachment.versions[0];
  const open = newest ? newest.topics.public + newest.topics.internal : 0;
  const approved = newest?.can.seeChecked && (newest.isInternalApproved || newest.approvalCleared);
  const stale = approved ? staleWords(newest) : '';
  return (
    <div className={classes.tile}>
      <Link to={proofPath(orderId, attachment.id)} className={classes.tileLink}>
        <span className={classes.thumb}>
          <VersionPicture key={newest?.id} name={name} version={newest} reload={reload} icon={26} />
          {large && newest && <LargePicture version={newest} reload={reload} />}
          {approved && (
            <span
              className={classes.checked}
              data-stale={stale !== '' || undefined}
              title={stale && `Since it was checked: ${stale}`}
            >
              <Icon name={stale ? 'alert' : 'check'} size={12} /> {stale ? 'Stale check' : 'Checked'}
            </span>
          )}
          {open > 0 && <span className={classes.open}>{plural(open, 'open comment')}</span>}
        </span>
        <span className={classes.tileName} title={name}>
          <Cut text={name} at={nameLimit} />
        </span>
        <span className={classes.tileMeta}>
          {newest
            ? `Version ${newest.version}, ${date(newest.createdAt)}, ${fileSize(newest.fileMeta.fileSize)}`
            : 'No version'}
        </span>
      </Link>
      <span className={classes.again}>
        <MakeAgain orderId={orderId} attachmentId={attachment.id} version={newest} />
      </span>
      {(attachment.can.addVersion || mayDelete || newest?.can.certificate) && (
        <TileMenu orderId={orderId} attachment={attachment} mayDelete={mayDelete} />
      )}
    </div>
  );
}

type MenuProps = { orderId: string; attachment: Attachment; mayDelete: boolean };

function TileMenu({ orderId, attachment, mayDelete }: MenuProps) {
  const name = nameOf(attachment);
  const newest = attachment.versions[0];
  const input = useRef<HTMLInputElement>(null);
  const { send } = useUploads();
  const choice: FileChoice = {
    kinds: designFiles,
    onFiles: (files) =>
      send({ orderId, attachmentId: attachment.id, reviewType: attachment.type, from: 'detail' }, files),
  };
  const [remove] = useDeleteAttachmentMutation();
  const askDelete = async () => {
    const message = `Delete ${name} with all its versions and comments? This cannot be undone.`;
    if (!(await confirm({ type: 'YESNO', title: 'Confirm', message, danger: true }))) return;
    try {
      toastSuccess((await remove({ orderId, attachmentId: attachment.id }).unwrap()).message);
    } catch (error) {
      toastRefused(error);
    }
  };
  return (
    <div className={classes.tileMenu}>
      <FileInput ref={input} choice={choice} label={`New version of ${name}`} />
      <Menu {...inContent} position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="default" size={26} aria-label={`Actions for ${name}`}>
            <Icon name="dots" size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {attachment.can.addVersion && (
            <Menu.Item
              leftSection={<Icon name="upload" size={15} />}
              title={designFiles.about}
              onClick={() => input.current?.click()}
            >
              New version
            </Menu.Item>
          )}
          {newest?.can.certificate && (
            <CertificateItems orderId={orderId} attachmentId={attachment.id} version={newest} />
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
