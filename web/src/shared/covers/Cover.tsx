import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { askCovers } from '@/api/board/covers';
import type { Card } from '@/api/generated';
import { useApiDispatch, useSession } from '@/api/hooks';
import { usePicture } from '../files/useThumbnail';
import { type CoverLink, CoverLinks, patienceMs } from './links';
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

/** The longest pause, in ms, before an order is asked again for a thumbnail that is being made. */
const longestMs = 60_000;

/** The thumbnail of an order, if it has one (BY-048). While one is being made, it keeps its place. */
function Thumbnail({ card: { id, position }, instead }: Props & { instead: ReactNode }) {
  const covers = useLinks();
  const state = String(position);
  // Undefined until it is known whether the order has a thumbnail.
  const [link, setLink] = useState<CoverLink | undefined>(() => covers.known(id, state));
  useEffect(() => {
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (pause: number) => {
      const found = await covers.link(id, state);
      if (left) return;
      setLink(found);
      if (found === 'making') timer = setTimeout(() => void ask(Math.min(2 * pause, longestMs)), pause);
    };
    void ask(patienceMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [covers, id, state]);
  const made = link === 'making' ? null : link;
  const { src, onError } = usePicture(made ? id : undefined, made ?? null);
  if (src !== undefined) return <Picture src={src} onError={onError} />;
  if (link === 'making') {
    return <Skeleton className={classes.cover} role="img" aria-label="A picture is being made" />;
  }
  return link === null ? instead : null;
}
