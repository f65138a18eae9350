import { useEffect, useEffectEvent, useRef } from 'react';
import type { Topic } from '@/api';
import { toast } from '@/ui';
import type { Tab } from './threadActions';

/** The delay in ms before the linked comment is checked again (BD-209). */
export const retryMs = 1200;

export const deletedTitle = 'Comment Was Deleted';
export const deletedText =
  'The comment you are trying to access is not accessible anymore. The attachment or the comment might be removed.';

export type Detail = Record<Tab, readonly Topic[]>;

/** Returns the topic that is or contains the comment, and its tab. */
export function findComment(detail: Detail, commentId: string, tabs: readonly Tab[]) {
  for (const tab of tabs) {
    const topic = detail[tab].find((t) => t.id === commentId || t.comments.some((c) => c.id === commentId));
    if (topic) return { tab, topicId: topic.id };
  }
  return null;
}

interface Options {
  commentId: string | null;
  /** Undefined until the version detail is loaded. */
  detail: Detail | undefined;
  /** The tabs that the user may read. */
  tabs: readonly Tab[];
  reload: () => Promise<Detail | undefined>;
  onFound: (topicId: string, tab: Tab) => void;
}

/**
 * Opens the comment that the address names, or says that it was deleted (BD-208, BD-209, BD-453).
 */
export function useDeepLink({ commentId, detail, tabs, reload, onFound }: Options): void {
  const settled = useRef<string | null>(null);

  const check = useEffectEvent((id: string, now: Detail | undefined): boolean => {
    const found = now && findComment(now, id, tabs);
    if (!found) return false;
    onFound(found.topicId, found.tab);
    return true;
  });
  const latest = useEffectEvent(() => detail);
  const again = useEffectEvent(() => reload());

  const loaded = detail !== undefined;
  useEffect(() => {
    if (commentId === null || !loaded || settled.current === commentId) return undefined;
    const settle = () => {
      settled.current = commentId;
    };
    if (check(commentId, latest())) {
      settle();
      return undefined;
    }
    let left = false;
    const timer = setTimeout(() => {
      void again().then((now) => {
        if (left || settled.current === commentId) return;
        settle();
        if (!check(commentId, now)) toast({ type: 'WARNING', title: deletedTitle, message: deletedText });
      });
    }, retryMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [commentId, loaded]);
}
