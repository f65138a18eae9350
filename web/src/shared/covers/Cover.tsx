import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { askCovers } from '@/api/covers';
import type { Card } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
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

/** The client's picture in place of a thumbnail (SH-163). */
export function Placeholder({ src }: { src: string }) {
  return <img className={classes.cover} src={src} alt="" draggable={false} />;
}

type Props = { card: Pick<Card, 'id' | 'position'>; placeholder?: string };

/**
 * The thumbnail of an order, if it has one (BY-048). It adds no information to the card, so it has
 * no accessible name.
 */
export default function Cover({ card: { id, position }, placeholder }: Props) {
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
  if (src === undefined) return link === null && placeholder ? <Placeholder src={placeholder} /> : null;
  return <img className={classes.cover} src={src} alt="" draggable={false} onError={onError} />;
}
