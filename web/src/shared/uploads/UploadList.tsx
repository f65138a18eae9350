import { ActionIcon, Progress } from '@mantine/core';
import { useRef } from 'react';
import { fileSize } from '@/lib/text';
import { Cut, Icon } from '@/ui';
import type { Transfer, TransferState } from './transfers';
import { removing } from './useUploads';
import classes from './uploads.module.css';

/** The length at which a displayed file name is cut (SH-302). */
export const nameLimit = 30;

type Props = {
  transfers: Transfer[];
  label?: string;
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
};

const words: Record<TransferState, string> = {
  waiting: 'Waiting',
  sending: '',
  completing: 'Checking the file…',
  failed: '',
  removing,
};

/** The files being uploaded, each with a progress bar and its actions. */
export function UploadList({ transfers, label = 'Uploads', onRetry, onRemove }: Props) {
  const list = useRef<HTMLUListElement>(null);
  if (transfers.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={label} ref={list} tabIndex={-1}>
      {transfers.map((transfer) => (
        <Row
          key={transfer.id}
          transfer={transfer}
          onRetry={() => onRetry(transfer.id)}
          onRemove={() => {
            // The button is about to be removed, so the list takes its focus.
            list.current?.focus();
            onRemove(transfer.id);
          }}
        />
      ))}
    </ul>
  );
}

function Row({ transfer, onRetry, onRemove }: { transfer: Transfer; onRetry: () => void; onRemove: () => void }) {
  const { file, state, percent, message } = transfer;
  const moving = state === 'waiting' || state === 'sending';
  const shown = Math.floor(percent);
  return (
    <li className={classes.row} data-state={state}>
      <Icon name={state === 'failed' ? 'alert' : 'upload'} size={15} />
      <span className={classes.text}>
        <Cut className={classes.name} text={file.name} at={nameLimit} />
        <span className={classes.state}>
          {message ?? (words[state] || `${fileSize((file.size * percent) / 100)} of ${fileSize(file.size)}`)}
        </span>
        {state !== 'failed' && (
          <Progress
            className={classes.bar}
            size={4}
            value={percent}
            color="brand"
            animated={state === 'completing'}
            aria-label={`${file.name}: ${shown}%`}
          />
        )}
      </span>
      {state === 'failed' && (
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={`Try ${file.name} again`}
          title="Try again"
          onClick={onRetry}
        >
          <Icon name="refresh" size={15} />
        </ActionIcon>
      )}
      {(moving || state === 'failed') && (
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={`${moving ? 'Cancel' : 'Remove'} ${file.name}`}
          title={moving ? 'Cancel' : 'Remove'}
          onClick={onRemove}
        >
          <Icon name="close" size={15} />
        </ActionIcon>
      )}
    </li>
  );
}
