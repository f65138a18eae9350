import type { Topic } from '@/api';
import type { People } from '@/shared/threads/people';
import type { TopicActions } from './useTopicActions';

export interface ThreadProps {
  topics: readonly Topic[];
  people: People;
  actions: TopicActions;
  readOnly: boolean;
  now: Date;
}
