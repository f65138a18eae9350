import { type Order, useRequestBulkDownloadMutation } from '@/api/generated';
import { toastRefused } from '@/shared/refusal';
import { Icon, toast } from '@/ui';
import { BusyButton } from '@/ui/BusyButton';

/** Requests all files in one zip. A live message arrives when it is ready. */
export function BulkDownload({ order }: { order: Order }) {
  const [request, { isLoading }] = useRequestBulkDownloadMutation();
  const files = Object.values(order.attachments).flat().length;
  if (files === 0) return null;
  const ask = () =>
    request({ orderId: order.id })
      .unwrap()
      .then(({ data }) =>
        toast({
          type: 'LOADING',
          id: `bulk-download-${data.id}`,
          title: 'Preparing the download',
          message: 'You can go on working. It is announced here when it is ready.',
        }),
      )
      .catch(toastRefused);
  return (
    <BusyButton
      variant="default"
      busy={isLoading}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => void ask()}
    >
      Download all
    </BusyButton>
  );
}
