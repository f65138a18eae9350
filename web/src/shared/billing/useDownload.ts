import { useInvoiceFileMutation } from '@/api/billing/billing';
import { toastError } from '@/shared/command/notify';

/** Downloads the document of an invoice, or of its credit note, with the session of the user. */
export function useDownload(invoiceId: string, number: string, credit?: true) {
  const [fetchFile, { isLoading }] = useInvoiceFileMutation();
  const download = async () => {
    try {
      const url = await fetchFile({ invoiceId, credit }).unwrap();
      const link = document.createElement('a');
      link.href = url;
      link.download = `${number}.pdf`;
      link.click();
      // By then the download has started, and the memory can be freed.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      toastError(error);
    }
  };
  return { download: () => void download(), busy: isLoading };
}
