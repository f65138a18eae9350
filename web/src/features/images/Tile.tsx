import { ActionIcon } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import type { GalleryImage } from '@/api/proof/images';
import { date } from '@/lib/format/dates';
import { fileSize } from '@/lib/format/text';
import { proofPath } from '@/shared/proofPath';
import { Icon, Tip } from '@/ui';
import classes from './images.module.css';
import { useImage } from './useImage';

type Props = {
  image: GalleryImage;
  /** Its place among all images that are loaded, from 1. */
  place: number;
  onOrder: (orderId: string) => void;
};

/**
 * An image with a link to its proof. Its order's name shows only the images of that order. It is drawn once
 * while the grid scrolls.
 */
export const Tile = memo(function Tile({ image, place, onOrder }: Props) {
  const { picture, busy, download } = useImage(image);
  const { name, orderName, number, width, height } = image;
  const size = [width > 0 && `${width} × ${height} pixels`, fileSize(image.size)].filter(Boolean).join(', ');
  return (
    <li className={classes.tile} aria-posinset={place} aria-setsize={-1}>
      <Link to={proofPath(image.orderId, image.attachmentId, image.versionId)} className={classes.link}>
        <span className={classes.thumb}>
          {picture.src !== undefined && (
            <img src={picture.src} alt="" loading="lazy" decoding="async" onError={picture.onError} />
          )}
        </span>
        <span className={classes.name} title={name}>
          {name}
        </span>
      </Link>
      <span className={`${classes.about} tabular`} title={size}>
        Version {number} · {date(image.uploadedAt)}
      </span>
      <button
        type="button"
        className={classes.order}
        title={`Only images of ${orderName}`}
        onClick={() => onOrder(image.orderId)}
      >
        {image.orderNumber} {orderName}
      </button>
      <Tip label="Download">
        <ActionIcon
          className={classes.download}
          variant="default"
          aria-label={`Download ${name}`}
          loading={busy}
          onClick={download}
        >
          <Icon name="download" size={16} />
        </ActionIcon>
      </Tip>
    </li>
  );
});
