import { type Order, useRequestBulkDownloadMutation } from '@/api/generated';
import { orderGroup } from '@/shared/command/actions';
import { toastRefused } from '@/shared/command/refusal';
import { Icon, toast, useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from '../order.module.css';

/** Requests all files in one zip. A live message arrives when it is ready. */
export function BulkDownload({ order }: { order: Order }) {
  const [request, { isLoading }] = useRequestBulkDownloadMutation();
  const files = Object.values(order.attachments).flat().length;
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
  const offered = files > 0 && !isLoading;
  useShortcuts(offered ? [{ what: 'Download all', icon: 'download', group: orderGroup, run: () => void ask() }] : []);
  if (files === 0) return null;
  return (
    <BusyButton
      variant="default"
      className={classes.spare}
      busy={isLoading}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => void ask()}
    >
      Download all
    </BusyButton>
  );
}
