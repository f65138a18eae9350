import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Topic, Version } from '@/api';
import { ago } from '@/lib/format/dates';
import { proofPath } from '@/shared/proofPath';
import { Icon } from '@/ui';
import { decode, sizeOf } from '../engine';
import { Message } from '@/shared/threads/message/Message';
import type { People } from '@/shared/threads/people';
import type { VersionKey } from '../threads/useTopicActions';
import type { Loading } from '../viewer/file/useFile';
import { Crop } from './Crop';
import classes from './carried.module.css';

interface Props {
  topic: Topic;
  /** The version that the comment was written on. */
  from: Version;
  at: VersionKey;
  now: Date;
  people: People;
  before: Loading;
  after: { version: Version; loading: Loading };
  onResolve: (topicId: string) => void;
}

/** Shows an open comment of an earlier version, with crops of its place before and after. */
export function CarriedTopic({ topic, from, at, now, people, before, after, onResolve }: Props) {
  const pages = before.state === 'ready' ? before.pages : null;
  const mark = useMemo(
    () => pages && decode(topic.annotation, (page) => sizeOf(pages, page), { id: topic.id, editable: false }),
    [pages, topic.annotation, topic.id],
  );
  const replies = topic.comments.length;
  return (
    <li className={classes.topic}>
      <p className={classes.who}>
        <b>{topic.sender.name}</b> on v{from.version}, {ago(topic.dateCreated, now)}
        {replies > 0 && `, ${replies === 1 ? '1 reply' : `${replies} replies`}`}
      </p>
      <Message text={topic.message} name={people.name} />
      {topic.annotation && (
        <Group gap={12} align="stretch" wrap="nowrap" mt={8}>
          {mark ? (
            <>
              <Crop loading={before} mark={mark} label={`v${from.version}`} />
              <Crop loading={after.loading} mark={mark} label={`v${after.version.version}`} />
            </>
          ) : (
            <span className={classes.waiting} role="status">
              {before.state === 'failed' ? 'The earlier file could not be read.' : 'Reading the earlier file…'}
            </span>
          )}
        </Group>
      )}
      <p className={classes.actions}>
        {topic.can.resolve && (
          <button type="button" onClick={() => onResolve(topic.id)}>
            <Icon name="check" size={14} />
            Resolve
          </button>
        )}
        <Link to={`${proofPath(at.orderId, at.attachmentId, from.id)}?commentId=${topic.id}`}>
          Open on v{from.version}
        </Link>
      </p>
    </li>
  );
}
