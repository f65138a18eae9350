import { useMemo } from 'react';
import { type Topic, useMentionsQuery } from '@/api';

export interface Mentionable {
  id: string;
  name: string;
  avatar: string;
  /** The person's role in words. */
  position: string;
}

export interface People {
  /** Set when mentions are not available: guests have no list of people. */
  nobody?: boolean;
  list: Mentionable[];
  /** Returns the name for an id: of a person to mention or of an author here. */
  name: (id: string) => string | undefined;
}

const nobody: Mentionable[] = [];

/**
 * Returns the people that a comment on this order can mention (BD-204), and the names of its
 * authors.
 */
export function usePeople(orderId: string, topics: readonly Topic[]): People {
  const { data } = useMentionsQuery({ orderId });
  const list = data?.data ?? nobody;
  return useMemo(() => {
    const writers = topics.flatMap((t) => [t.sender, ...t.comments.map((c) => c.sender)]);
    const names = new Map([...writers, ...list].map((p) => [p.id, p.name]));
    return { list, name: (id) => names.get(id) };
  }, [list, topics]);
}
