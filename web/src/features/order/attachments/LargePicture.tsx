import type { Version } from '@/api/generated';
import { usePicture } from '@/shared/files/useThumbnail';
import { type Reload, versionLink } from '@/shared/files/versionLink';
import classes from '../order.module.css';

/** A larger file, in bytes, is not read for its picture alone. */
const most = 8 * 1024 * 1024;

const linkOf = ({ fileType, fileSizeRaw, previewUrl, url }: Version): string | undefined =>
  previewUrl ?? (fileType === 'image' && fileSizeRaw <= most ? url : undefined);

/** Covers the small picture of a version with a sharp one, where a browser can show its file. */
export function LargePicture({ version, reload }: { version: Version; reload: Reload }) {
  const link = linkOf(version) ? () => versionLink(version, reload, linkOf) : null;
  const { src, onError } = usePicture(version.id, link);
  return src && <img src={src} alt="" className={classes.sharp} draggable={false} onError={onError} />;
}
