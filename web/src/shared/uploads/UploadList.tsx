import { ActionIcon, Progress } from '@mantine/core';
import { useRef } from 'react';
import { selectConnection } from '@/api/request/connection';
import { useApiSelector } from '@/api/hooks';
import { fileSize } from '@/lib/format/text';
import { designFiles } from '@/lib/files/upload';
import { FileInput } from '@/shared/choosing/FileInput';
import { Cut, Icon } from '@/ui';
import { wholeUpTo } from './parts';
import type { Transfer, TransferState } from './transfers';
import { removing, type UploadActions } from './useUploads';
import classes from './uploads.module.css';

/** The length at which a displayed file name is cut (SH-302). */
export const nameLimit = 30;

type Props = { transfers: Transfer[]; label?: string; actions: UploadActions };

const words: Record<TransferState, string> = {
  waiting: 'Waiting',
  sending: '',
  paused: '',
  completing: 'Checking the file…',
  failed: '',
  removing,
};

/** The files being uploaded, each with a progress bar and its actions. */
export function UploadList({ transfers, label = 'Uploads', actions }: Props) {
  const list = useRef<HTMLUListElement>(null);
  if (transfers.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={label} ref={list} tabIndex={-1}>
      {transfers.map((transfer) => (
        <Row
          key={transfer.id}
          transfer={transfer}
          actions={actions}
          onRemove={() => {
            // The button is about to be removed, so the list takes its focus.
            list.current?.focus();
            actions.remove(transfer.id);
          }}
        />
      ))}
    </ul>
  );
}

/** Returns what a row says besides the name of its file. */
function stateOf({ file, state, percent, message, chosen }: Transfer, offline: boolean): string {
  if (message) return message;
  if (!chosen) return 'Not finished. Choose the file again to go on.';
  const sent = `${fileSize((file.size * percent) / 100)} of ${fileSize(file.size)}`;
  if (offline && (state === 'waiting' || state === 'sending')) return `Waits for the connection at ${sent}`;
  return words[state] || (state === 'paused' ? `Paused at ${sent}` : sent);
}

type RowProps = { transfer: Transfer; actions: UploadActions; onRemove: () => void };

function Row({ transfer, actions, onRemove }: RowProps) {
  const { id, file, state, percent, chosen } = transfer;
  const input = useRef<HTMLInputElement>(null);
  const { offline } = useApiSelector(selectConnection);
  const moving = state === 'waiting' || state === 'sending';
  const stopped = state === 'failed' || state === 'paused';
  const again = state === 'failed' ? `Try ${file.name} again` : `Go on with ${file.name}`;
  const shown = Math.floor(percent);
  return (
    <li className={classes.row} data-state={state}>
      <Icon name={state === 'failed' ? 'alert' : 'upload'} size={15} />
      <span className={classes.text}>
        <Cut className={classes.name} text={file.name} at={nameLimit} />
        <span className={classes.state}>{stateOf(transfer, offline)}</span>
        {state !== 'failed' && chosen && (
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
      {moving && file.size > wholeUpTo && (
        <Action icon="pause" name={`Pause ${file.name}`} title="Pause" onClick={() => actions.pause(id)} />
      )}
      {stopped && chosen && (
        <Action
          icon={state === 'failed' ? 'refresh' : 'play'}
          name={again}
          title={state === 'failed' ? 'Try again' : 'Go on'}
          onClick={() => actions.retry(id)}
        />
      )}
      {!chosen && state === 'paused' && (
        <>
          <FileInput
            ref={input}
            label={`Choose ${file.name} again`}
            choice={{ kinds: designFiles, onFiles: ([one]) => one && actions.choose(id, one) }}
          />
          <Action icon="play" name={again} title="Choose the file and go on" onClick={() => input.current?.click()} />
        </>
      )}
      {(moving || stopped) && (
        <Action
          icon="close"
          name={`${moving ? 'Cancel' : 'Remove'} ${file.name}`}
          title={moving ? 'Cancel' : 'Remove'}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

type ActionProps = { icon: 'pause' | 'play' | 'refresh' | 'close'; name: string; title: string; onClick: () => void };

function Action({ icon, name, title, onClick }: ActionProps) {
  return (
    <ActionIcon variant="subtle" size={28} aria-label={name} title={title} onClick={onClick}>
      <Icon name={icon} size={15} />
    </ActionIcon>
  );
}
