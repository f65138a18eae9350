import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { SerializedError } from '@reduxjs/toolkit';
import { createContext, type ReactNode, useContext } from 'react';
import { useApiSelector, useMe, useVersionQuery } from '@/api';
import { selectWaiting } from '@/api/outbox/outboxState';
import type { Topic } from '@/api';
import type { Change } from '@/api/outbox/outboxState';
import { proofPath } from '@/shared/proofPath';
import { type People, usePeople } from '@/shared/threads/people';
import type { Tab } from '@/shared/threads/threadActions';
import { type TopicActions, useTopicActions, type VersionKey } from './threads/useTopicActions';

/** The topics of a version from the last read. */
export interface Detail {
  data: Record<Tab, Topic[]> | undefined;
  /** When they were asked for, in ms since 1970; undefined while they are being read or after a failure. */
  askedAt: number | undefined;
  error: FetchBaseQueryError | SerializedError | undefined;
  reload: () => Promise<Record<Tab, Topic[]> | undefined>;
}

/**
 * Where the proof screen reads its topics and sends its writes: as a user with an account, or as a
 * guest. A screen never changes its source, because the source has hooks.
 */
export interface ProofSource {
  /** A guest gets only the proof, its marks and its threads (SH-313). */
  guest: boolean;
  /** Shows before the name of the file. */
  logo?: ReactNode;
  /** Shows beside the name of the file. */
  about?: ReactNode;
  /** Shows above everything, instead of the app's own notice of a lost connection. */
  notice?: ReactNode;
  useDetail: (key: VersionKey & { asOf?: string }) => Detail;
  usePeople: (orderId: string, topics: readonly Topic[]) => People;
  useTopicActions: (key: VersionKey, tab: Tab) => TopicActions;
  /** Returns the id of the user; empty until it is known. */
  useMyId: () => string;
  /** Returns the changes that are queued until the connection returns. */
  useWaiting: () => Change[];
  path: (orderId: string, attachmentId: string, versionId?: string, asOf?: string) => string;
}

type Read = { isFetching: boolean; isError: boolean; startedTimeStamp?: number };

/** Returns when the topics of a query were asked for; see `Detail.askedAt`. */
export const askedAt = ({ isFetching, isError, startedTimeStamp }: Read): number | undefined =>
  isFetching || isError ? undefined : startedTimeStamp;

function useDetail(key: VersionKey & { asOf?: string }): Detail {
  const query = useVersionQuery(key);
  const { currentData, isError, error, refetch } = query;
  return {
    data: currentData?.data,
    askedAt: askedAt(query),
    error: isError ? error : undefined,
    reload: async () => (await refetch()).data?.data,
  };
}

const account: ProofSource = {
  guest: false,
  useDetail,
  usePeople,
  useTopicActions,
  useMyId: () => useMe()?.id ?? '',
  useWaiting: () => useApiSelector(selectWaiting),
  path: proofPath,
};

export const ProofSourceContext = createContext<ProofSource>(account);

export const useProofSource = (): ProofSource => useContext(ProofSourceContext);
