import { useVersionQuery, type Attachment, type Order, type Version } from '@/api';
import { plural } from '@/lib/format/text';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import { Icon } from '@/ui';
import type { People } from '@/shared/threads/people';
import type { Tab } from '@/shared/threads/threadActions';
import { useTopicActions } from '../threads/useTopicActions';
import type { Reload } from '@/shared/files/versionLink';
import { type Loading, useFile } from '../viewer/file/useFile';
import { CarriedTopic } from './CarriedTopic';
import classes from './carried.module.css';

/** Comments of older versions than these are left out. */
const mostVersions = 5;

interface Props {
  order: Order;
  attachment: Attachment;
  version: Version;
  loading: Loading;
  tab: Tab;
  people: People;
  now: Date;
  /** Set when nothing can be written on this proof. */
  readOnly: boolean;
  reload: Reload;
}

type FromProps = Omit<Props, 'attachment'> & { attachmentId: string; from: Version };

/** Shows the open comments of one earlier version. */
function From({ order, attachmentId, from, version, loading, tab, people, now, readOnly, reload }: FromProps) {
  const at = { orderId: order.id, attachmentId, versionId: from.id };
  const { currentData, isError } = useVersionQuery(at);
  const actions = useTopicActions(at, tab);
  const before = useFile(from, reload);
  const open = (currentData?.data[tab] ?? []).filter((topic) => !topic.isResolve);
  if (isError) return <li className={classes.waiting}>The comments of v{from.version} could not be read.</li>;
  return open.map((topic) => (
    <CarriedTopic
      key={topic.id}
      topic={readOnly ? { ...topic, can: { ...topic.can, resolve: false } } : topic}
      from={from}
      at={at}
      now={now}
      people={people}
      before={before}
      after={{ version, loading }}
      onResolve={(topicId) => void actions.resolve(topicId, true)}
    />
  ));
}

/** Returns the earlier versions that still have open comments on a tab, newest first. */
export const carriedFrom = (attachment: Attachment, version: Version, tab: Tab): Version[] =>
  attachment.versions.filter((v) => v.version < version.version && v.topics[tab] > 0).slice(0, mostVersions);

/**
 * Shows the open requests from earlier versions, each with crops of its version and of this one
 * (BY-028).
 */
export function CarriedForward(props: Props) {
  const { attachment, version, tab, ...shared } = props;
  const [shown, setShown] = useLocalSetting<'open' | 'closed'>('carried', 'open');
  const versions = carriedFrom(attachment, version, tab);
  const count = versions.reduce((sum, v) => sum + v.topics[tab], 0);
  if (count === 0) return null;
  const open = shown === 'open';
  return (
    <section className={classes.carried} aria-label="Carried forward">
      <button type="button" aria-expanded={open} onClick={() => setShown(open ? 'closed' : 'open')}>
        <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
        {plural(count, 'open comment', 'open comments')} of earlier versions
      </button>
      {open && (
        <ol>
          {versions.map((from) => (
            <From key={from.id} {...shared} attachmentId={attachment.id} from={from} version={version} tab={tab} />
          ))}
        </ol>
      )}
    </section>
  );
}
