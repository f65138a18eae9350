import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { askCovers } from '@/api/covers';
import type { Card } from '@/api/generated';
import { useApiDispatch, useSession } from '@/api/hooks';
import type { StoreLink } from '../files/StoreLink';
import { usePicture } from '../files/useThumbnail';
import { CoverLinks } from './links';
import classes from './covers.module.css';

/** One cache per store, so that the next user does not see what the previous one could. */
const links = new WeakMap<object, CoverLinks>();

function useLinks(): CoverLinks {
  const store = useStore();
  const dispatch = useApiDispatch();
  const known = links.get(store) ?? new CoverLinks((ids) => dispatch(askCovers(ids)).unwrap());
  links.set(store, known);
  return known;
}

type Props = { card: Pick<Card, 'id' | 'position' | 'attachments'> };

/** The thumbnail of an order, or the client's picture in place of a missing one (SH-163). */
export default function Cover({ card }: Props) {
  const placeholder = useSession().theme?.imagePlaceholder;
  const instead = placeholder ? <Picture src={placeholder} /> : null;
  return card.attachments?.length ? <Thumbnail card={card} instead={instead} /> : instead;
}

/** It adds no information to the card, so it has no accessible name. */
function Picture({ src, onError }: { src: string; onError?: () => void }) {
  return <img className={classes.cover} src={src} alt="" draggable={false} onError={onError} />;
}

/** The thumbnail of an order, if it has one (BY-048). */
function Thumbnail({ card: { id, position }, instead }: Props & { instead: ReactNode }) {
  const covers = useLinks();
  const state = String(position);
  // Undefined until it is known whether the order has a thumbnail.
  const [link, setLink] = useState<StoreLink | null | undefined>(() => covers.known(id, state));
  useEffect(() => {
    let left = false;
    void covers.link(id, state).then((found) => {
      if (!left) setLink(found);
    });
    return () => {
      left = true;
    };
  }, [covers, id, state]);
  const { src, onError } = usePicture(link ? id : undefined, link ?? null);
  if (src !== undefined) return <Picture src={src} onError={onError} />;
  return link === null ? instead : null;
}
