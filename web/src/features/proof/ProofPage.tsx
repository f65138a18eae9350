import { useCallback, useEffect, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { useOrderQuery } from '@/api';
import { apiError, sentence } from '@/api/envelope';
import { useMe } from '@/api/hooks';
import '@/api/proofTags';
import { toast } from '@/ui';
import { ProofScreen } from './screen/ProofScreen';
import { ProofSkeleton } from './screen/ProofSkeleton';
import { findAttachment } from './screen/rules';
import { Unread } from './screen/Unread';

/** Fetches what shows a PDF: it is large, and the first page is not to wait for it. */
export const ahead = () => import('./viewer/pdf/document').then(({ startWorker }) => startWorker());

/** Links to files live for a minute; an order read longer ago is read again. */
const linkLifeS = 30;

/** Leaves; a refusal says that the file is not this person's (BD-211, BD-438). */
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
 * The proof review screen of an attachment; without a version in the address, its newest one. With `asOf`, a position of
 * the log, it shows the proof with its threads as they were then, to be read only (BY-019).
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
  // a proof that goes out of sight while it is looked at leads to its order, one that never was there to `/`
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
