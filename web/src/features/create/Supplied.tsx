import { useState } from 'react';
import { useOrderQuery } from '@/api/generated';
import { fileSize } from '@/lib/text';
import { FileButton } from '@/orders/FileButton';
import { useUpload } from '@/orders/useUpload';
import { Cut, Icon } from '@/ui';
import { Panel } from '@/ui/Panel';
import classes from './create.module.css';

/** Files for the designers. They belong to the draft: the first one makes it. */
export function Supplied({ orderId, draft }: { orderId?: string; draft: () => Promise<string | undefined> }) {
  const { upload, busy } = useUpload();
  const [over, setOver] = useState(false);
  const order = useOrderQuery({ orderId: orderId ?? '' }, { skip: !orderId }).data?.data.order;
  const files = order?.attachments.suppliedFiles ?? [];
  const add = async (chosen: File[]) => {
    const id = await draft();
    if (id) await upload({ kind: 'attachment', orderId: id, reviewType: 'suppliedFiles' }, chosen);
  };
  return (
    <div className={classes.supplied}>
      <Panel
        title={files.length > 0 ? `Supplied files (${files.length})` : 'Supplied files'}
        aside={
          <FileButton
            variant="subtle"
            size="compact-sm"
            multiple
            busy={busy}
            leftSection={<Icon name="upload" size={14} />}
            onFiles={(chosen) => void add(chosen)}
          >
            Add file
          </FileButton>
        }
      >
        <div
          className={classes.drop}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void add(Array.from(event.dataTransfer.files));
          }}
        >
          Drop logos, photos and texts here. PNG, JPEG, PDF and other design files up to 2 GB.
        </div>
        {files.length > 0 && (
          <ul className={classes.files}>
            {files.map(({ id, name, versions }) => (
              <li key={id}>
                <Icon name="file" size={15} />
                <Cut text={name} at={30} />
                <span className="tabular">{fileSize(versions[0]?.fileMeta.fileSize ?? 0)}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
