import { useOrderQuery } from '@/api/generated';
import '@/api/board/wholeOrder';
import { fileSize } from '@/lib/format/text';
import { designFiles } from '@/lib/files/upload';
import { DropArea, FileButton, type FileChoice } from '@/shared/choosing';
import { nameLimit, under, UploadList, useUploads } from '@/shared/uploads';
import { Cut, Icon } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './create.module.css';

/** Files for the designers. They belong to the draft, so the first file creates it. */
export function Supplied({ orderId, draft }: { orderId?: string; draft: () => Promise<string | undefined> }) {
  const { all, send, actions } = useUploads();
  const order = useOrderQuery({ orderId: orderId ?? '' }, { skip: !orderId }).data?.data.order;
  const files = order?.attachments.suppliedFiles ?? [];
  const add = async (chosen: File[]) => {
    const id = await draft();
    if (id) send({ orderId: id, reviewType: 'suppliedFiles', from: 'create' }, chosen);
  };
  const choice: FileChoice = { kinds: designFiles, multiple: true, onFiles: (chosen) => void add(chosen) };
  return (
    <div>
      <Panel
        tour="order-files"
        title={files.length > 0 ? `Supplied files (${files.length})` : 'Supplied files'}
        aside={
          <FileButton variant="subtle" size="compact-sm" choice={choice} leftSection={<Icon name="upload" size={14} />}>
            Add file
          </FileButton>
        }
      >
        <DropArea choice={choice}>
          <p className={classes.drop}>Drop logos, photos and texts here. {designFiles.about}.</p>
        </DropArea>
        {orderId && <UploadList transfers={under(all, { orderId, reviewType: 'suppliedFiles' })} actions={actions} />}
        {files.length > 0 && (
          <ul className={classes.files}>
            {files.map(({ id, name, versions }) => (
              <li key={id}>
                <Icon name="file" size={15} />
                <Cut text={name} at={nameLimit} />
                <span className="tabular">{fileSize(versions[0]?.fileMeta.fileSize ?? 0)}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
