import type { Order, ReviewType } from '@/api/generated';
import type { Reload } from '@/shared/files/versionLink';
import { designFiles } from '@/lib/files/upload';
import { DropArea, FileButton, type FileChoice } from '@/shared/choosing';
import { StorageMeter, under, UploadList, useUploads } from '@/shared/uploads';
import { EmptyState, Icon } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { AttachmentTile } from './AttachmentTile';
import classes from '../order.module.css';

const kinds: { type: ReviewType; title: string; add: string }[] = [
  { type: 'customerReview', title: 'Proofs for review', add: 'Add proof' },
  { type: 'suppliedFiles', title: 'Supplied files', add: 'Add file' },
  { type: 'internalReview', title: 'Internal review', add: 'Add internal proof' },
];

/** Shows the files by kind, each as a thumbnail that links to its proof. */
export function Attachments({ order, reload }: { order: Order; reload: Reload }) {
  const { all, send, actions } = useUploads();
  const shown = kinds.filter(({ type }) => order.attachments[type].length > 0 || order.can.upload.includes(type));
  if (shown.length === 0) {
    return (
      <Panel title="Files">
        <EmptyState small icon="file" title="No files yet">
          Files show here once somebody on this order adds one.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <>
      {shown.map(({ type, title, add }) => {
        const files = order.attachments[type];
        const takes = order.can.upload.includes(type);
        const choice: FileChoice = {
          kinds: designFiles,
          multiple: true,
          onFiles: (chosen) => send({ orderId: order.id, reviewType: type, from: 'detail' }, chosen),
        };
        const content = (
          <>
            <UploadList
              transfers={under(all, { orderId: order.id, reviewType: type })}
              label={`Uploads to ${title}`}
              actions={actions}
            />
            {files.length === 0 ? (
              <p className={classes.quiet}>
                Nothing here yet. {takes && 'Drop files here: '}
                {designFiles.about}.
              </p>
            ) : (
              <ul className={classes.tiles}>
                {files.map((attachment) => (
                  <AttachmentTile
                    key={attachment.id}
                    orderId={order.id}
                    attachment={attachment}
                    mayDelete={order.can.deleteAttachment}
                    reload={reload}
                  />
                ))}
              </ul>
            )}
          </>
        );
        return (
          <Panel
            key={type}
            title={files.length > 0 ? `${title} (${files.length})` : title}
            aside={
              takes && (
                <FileButton
                  variant="subtle"
                  size="compact-sm"
                  choice={choice}
                  leftSection={<Icon name="upload" size={14} />}
                >
                  {add}
                </FileButton>
              )
            }
          >
            {takes ? <DropArea choice={choice}>{content}</DropArea> : content}
          </Panel>
        );
      })}
      <StorageMeter orderId={order.id} />
    </>
  );
}
