import { useCallback, useEffect, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { useOrderQuery } from '@/api';
import { apiError, sentence } from '@/api/request/envelope';
import { useMe } from '@/api/hooks';
import '@/api/proof/proofTags';
import { toast } from '@/ui';
import { ProofScreen } from './screen/ProofScreen';
import { ProofSkeleton } from './screen/ProofSkeleton';
import { findAttachment } from './screen/versions/rules';
import { Unread } from './screen/Unread';

/** Prefetches the PDF worker. It is large, and the first page must not wait for it. */
export const ahead = () => import('./viewer/pdf/document').then(({ startWorker }) => startWorker());

/**
 * Links to files expire after a minute. An order that was read longer ago than this is read again.
 */
const linkLifeS = 30;

/** Redirects. With `denied` it says that the user may not see the file (BD-211, BD-438). */
function Leave({ denied = false, to = '/' }: { denied?: boolean; to?: string }) {
  useEffect(() => {
    if (!denied) return;
    toast({
      type: 'DANGER',
      id: 'permission-denied',
      title: 'Permission Denied!',
      message: 'You are not allowed to access this file!',
    });
  }, [denied]);
  return <Navigate to={to} replace />;
}

/**
 * The proof review screen of an attachment. It shows the version of the address, or else the newest
 * one. With `asOf`, a position of the log, it shows the proof and its threads as of that position,
 * read-only (BY-019).
 */
export default function ProofPage() {
  const { orderId = '', attachmentId = '', versionId } = useParams();
  const [query] = useSearchParams();
  const me = useMe();
  const asOf = query.get('asOf') ?? undefined;
  const { currentData, error, refetch } = useOrderQuery({ orderId, asOf }, { refetchOnMountOrArgChange: linkLifeS });

  const reloadOrder = useCallback(async () => (await refetch()).data?.data.order, [refetch]);

  const order = currentData?.data.order;
  const [seen, setSeen] = useState<string | null>(null);
  if (error && !order) {
    const failure = apiError(error);
    const { status } = failure;
    if (typeof status === 'number' && status < 500) return <Leave denied={status === 403} />;
    return <Unread orderId={orderId} message={sentence(failure)} onRetry={() => void refetch()} />;
  }
  if (!order || !me) return <ProofSkeleton />;

  const place = findAttachment(order, attachmentId);
  const wanted = versionId ?? query.get('versionId');
  const version = place?.attachment.versions.find((v) => v.id === wanted) ?? place?.attachment.versions[0];
  // A proof that becomes hidden while it is open redirects to its order; one that never showed
  // redirects to `/`.
  if (!place || !version) return <Leave to={seen === attachmentId ? `/orders/detail/${orderId}` : '/'} />;
  if (seen !== attachmentId) setSeen(attachmentId);

  return (
    <ProofScreen
      key={attachmentId}
      order={order}
      attachment={place.attachment}
      version={version}
      all={place.all}
      role={me.role}
      asOf={asOf}
      query={{ commentId: query.get('commentId'), public: query.get('public') }}
      reloadOrder={reloadOrder}
    />
  );
}
