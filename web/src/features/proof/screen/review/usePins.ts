import { useEffect, useEffectEvent, useState } from 'react';
import type { Markup } from '../../markup';
import type { Viewer } from '../../viewer/useViewer';

/**
 * Opens the topic that the address names, shows the place of a topic that is opened in the panel,
 * and steps through the numbers of the topics. `stepped` is the topic of the last step.
 */
export function usePins(markup: Markup, viewer: Viewer, linked: string | null) {
  const { place, openInPanel, state } = markup;
  // The order of the threads by page.
  const pins = markup.pins.toSorted((a, b) => a.page - b.page || a.number - b.number);
  const [stepped, setStepped] = useState<string | null>(null);
  const at = pins.findIndex(({ id }) => id === state.selected);

  const lead = useEffectEvent(() => {
    const pin = pins[at];
    if (pin && place === 'panel') viewer.show(pin);
  });
  const pinned = at >= 0;
  useEffect(() => {
    if (pinned) lead();
  }, [state.selected, pinned]);
  useEffect(() => {
    if (linked !== null) openInPanel(linked);
  }, [linked, openInPanel]);

  const step = (by: 1 | -1) => {
    const next = pins[(at + by + pins.length) % pins.length];
    if (!next) return;
    openInPanel(next.id);
    setStepped(next.id);
  };
  return { stepped, step };
}
