import { type CertificateFormat, useCertificateFileMutation, type Version } from '@/api';
import { toastError } from '../command/notify';

/** Downloads the certificate of a version's approval (BY-023). */
export function useCertificate(orderId: string, attachmentId: string, version: Version) {
  const [fetchFile, { isLoading }] = useCertificateFileMutation();
  const download = async (format: CertificateFormat) => {
    try {
      const url = await fetchFile({ orderId, attachmentId, versionId: version.id, format }).unwrap();
      const link = document.createElement('a');
      link.href = url;
      link.download = `${version.fileName} v${version.version} certificate.${format}`;
      link.click();
      // By then the download has started, and the memory can be freed.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      toastError(error);
    }
  };
  return { download: (format: CertificateFormat) => void download(format), busy: isLoading };
}
