import type { Attachment, Order, ReviewType } from '@/api/generated';
import type { Reload } from '@/shared/files/versionLink';
import { designFiles } from '@/lib/files/upload';
import { DropArea, FileButton, type FileChoice } from '@/shared/choosing';
import { StorageMeter, under, UploadList, useUploads } from '@/shared/uploads';
import { EmptyState, Icon } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { AttachmentTile } from './AttachmentTile';
import { LeadProof } from './LeadProof';
import classes from '../order.module.css';

const words: Record<ReviewType, { title: string; add: string }> = {
  customerReview: { title: 'Proofs for review', add: 'Add proof' },
  suppliedFiles: { title: 'Supplied files', add: 'Add file' },
  internalReview: { title: 'Internal review', add: 'Add internal proof' },
};
const kinds: ReviewType[] = ['customerReview', 'suppliedFiles', 'internalReview'];

type Props = { order: Order; reload: Reload };

/**
 * Returns the kind whose proofs lead the page: those for review, or else the internal ones. Without a proof there is
 * none, and the brief comes first.
 */
export const leadingKind = ({ attachments }: Order): ReviewType | undefined =>
  (['customerReview', 'internalReview'] as const).find((type) => attachments[type].length > 0);

/** Returns the file whose newest version is the newest of all. */
const newestOf = (files: Attachment[]): Attachment | undefined =>
  files
    .filter(({ versions }) => versions.length > 0)
    .toSorted((a, b) => (b.versions[0]?.createdAt ?? '').localeCompare(a.versions[0]?.createdAt ?? ''))[0];

/** Shows the other files by kind, each as a thumbnail that links to its proof. */
export function Attachments({ order, reload }: Props) {
  const leading = leadingKind(order);
  const shown = kinds.filter(
    (type) => type !== leading && (order.attachments[type].length > 0 || order.can.upload.includes(type)),
  );
  return (
    <>
      {shown.length === 0 && !leading && (
        <Panel title="Files">
          <EmptyState small icon="file" title="No files yet">
            Files show here once somebody on this order adds one.
          </EmptyState>
        </Panel>
      )}
      {shown.map((type) => (
        <FilesPanel key={type} order={order} type={type} reload={reload} />
      ))}
      <StorageMeter orderId={order.id} />
    </>
  );
}

/** Shows the files of a kind. The newest one of those that lead the page is large. */
export function FilesPanel({ order, type, reload }: Props & { type: ReviewType }) {
  const { all, send, actions } = useUploads();
  const { title, add } = words[type];
  const files = order.attachments[type];
  const newest = leadingKind(order) === type ? newestOf(files) : undefined;
  const takes = order.can.upload.includes(type);
  const choice: FileChoice = {
    kinds: designFiles,
    multiple: true,
    onFiles: (chosen) => send({ orderId: order.id, reviewType: type, from: 'detail' }, chosen),
  };
  const rest = files.filter((file) => file !== newest);
  const content = (
    <>
      <UploadList
        transfers={under(all, { orderId: order.id, reviewType: type })}
        label={`Uploads to ${title}`}
        actions={actions}
      />
      {files.length === 0 && (
        <p className={classes.quiet}>
          Nothing here yet. {takes && 'Drop files here: '}
          {designFiles.about}.
        </p>
      )}
      {newest && <LeadProof order={order} attachment={newest} reload={reload} />}
      {rest.length > 0 && (
        <ul className={classes.tiles}>
          {rest.map((attachment) => (
            <li key={attachment.id} className={classes.tile}>
              <AttachmentTile order={order} attachment={attachment} reload={reload} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
  return (
    <Panel
      title={files.length > 0 ? `${title} (${files.length})` : title}
      aside={
        takes && (
          <FileButton variant="subtle" size="compact-sm" choice={choice} leftSection={<Icon name="upload" size={14} />}>
            {add}
          </FileButton>
        )
      }
    >
      {takes ? <DropArea choice={choice}>{content}</DropArea> : content}
    </Panel>
  );
}
