import { type RefObject, useEffect, useRef } from 'react';
import type { Turn } from '../../engine/turn';
import { type PDFPageProxy, TextLayer } from './open';
import type { TextLayers } from './textLayers';

interface Options {
  page: PDFPageProxy | null;
  number: number;
  turn: Turn;
  texts: TextLayers;
}

/**
 * Puts the text of a page over it, invisible, so that it can be selected, found and read by screen
 * readers. CSS alone scales it with the zoom.
 */
export function useTextLayer({ page, number, turn, texts }: Options): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = host.current;
    if (!page || !place) return undefined;
    let cancel = () => {};
    let left = false;
    const lay = async () => {
      const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + turn * 90) % 360 });
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: place, viewport });
      cancel = () => layer.cancel();
      await layer.render();
      if (!left) texts.set(number, { elements: layer.textDivs, texts: layer.textContentItemsStr });
    };
    lay().catch(() => undefined); // A page works without its text.
    return () => {
      left = true;
      cancel();
      place.replaceChildren();
      texts.set(number, null);
    };
  }, [page, number, turn, texts]);
  return host;
}
