import { useMantineColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import type { ApiError } from '@/api/request/envelope';
import { type Recent, recent } from '@/shared/recent';
import type { IconName } from '@/ui';
import { useAllShortcuts } from '@/ui/keys/shortcuts';
import type { Place } from '../places/places';
import type { RootState } from '../store/store';
import { actionSections, type Entry, type KnownOrder, orderEntry, placeEntry, type Section } from './entries';
import { knownOrders, rememberedOrder } from './knownOrders';
import { rankOrders, rankSections } from './rank';
import { useFoundOrders } from './useFoundOrders';

const everywhere = 'Everywhere';
const paletteKeys = 'Ctrl+K';

const appearances: { value: 'light' | 'dark' | 'auto'; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Light appearance', icon: 'sun' },
  { value: 'dark', label: 'Dark appearance', icon: 'moon' },
  { value: 'auto', label: "The system's appearance", icon: 'settings' },
];

/** Returns the actions that are there on every page and have no place of their own in the app. */
function useCommands(): Entry[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  return [
    ...appearances
      .filter(({ value }) => value !== colorScheme)
      .map(({ value, label, icon }) => ({
        id: `appearance ${value}`,
        label,
        icon,
        words: 'theme colour scheme mode',
        run: () => setColorScheme(value),
      })),
    { id: 'logout', label: 'Logout', icon: 'logout', words: 'sign out', run: () => void navigate('/signout') },
  ];
}

/** Returns the sections that need no search: the pages, what this page can do, and what every page can. */
function useFixed(places: Place[]): Section[] {
  const shortcuts = useAllShortcuts();
  const commands = useCommands();
  const works = (keys: string) => shortcuts.some((shortcut) => shortcut.keys === keys);
  // What only opens this palette, or goes to a place that is listed, is left out.
  const known = new Set([paletteKeys, ...places.map(({ keys }) => keys)]);
  const sections = actionSections(shortcuts.filter(({ keys }) => !keys || !known.has(keys)));
  const general = sections.find(({ name }) => name === everywhere)?.entries ?? [];
  return [
    ...sections.filter(({ name }) => name !== everywhere),
    { name: 'Pages', entries: places.map((place) => placeEntry(place, works)) },
    { name: everywhere, entries: [...general, ...commands] },
  ];
}

/**
 * Returns sections in the order in which they came. Those of a page that is still loading are the last, so that no
 * line moves below the pointer.
 */
function useArrival(sections: Section[]): Section[] {
  const [names, setNames] = useState(() => sections.map(({ name }) => name));
  const late = sections.map(({ name }) => name).filter((name) => !names.includes(name));
  if (late.length > 0) setNames([...names, ...late]);
  return [...sections].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}

/** Returns what the user opened last as lines. Pages that they no longer have are left out. */
function openedLines(opened: Recent[], orders: ReadonlyMap<string, KnownOrder>, places: Place[]): Entry[] {
  return opened.flatMap((one): Entry[] => {
    const remembered = rememberedOrder(one);
    const place = places.find(({ to }) => to === one.to);
    if (remembered) {
      const order = orders.get(remembered.id) ?? remembered;
      return [{ ...orderEntry(order), id: `recent ${one.to}` }];
    }
    return place ? [{ ...placeEntry(place, () => false), id: `recent ${one.to}` }] : [];
  });
}

/** Returns the orders to search, and the ids of those that the user opened last. */
function useOrders(userId: string, query: string) {
  const store = useStore<RootState>();
  const { pathname } = useLocation();
  // They are read anew with each query and not with each answer, so that no line moves meanwhile.
  return useMemo(() => {
    const opened = recent.read(userId).filter(({ to }) => to !== pathname);
    const { list, byId } = knownOrders(store.getState());
    const others = opened.flatMap((one) => rememberedOrder(one) ?? []).filter(({ id }) => !byId.has(id));
    return { opened, byId, orders: others.length > 0 ? [...list, ...others] : list };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store, userId, pathname, query]);
}

type Found = { sections: Section[]; searching: boolean; error?: ApiError };

/**
 * Returns the lines of the palette for a query: without one what the user opened last and all that
 * can be done, else what matches. The section with the best match is the first. What only the server
 * found follows, so that no line moves when its answer arrives.
 */
export function useSections(userId: string, places: Place[], text: string): Found {
  const query = text.trim();
  const fixed = useArrival(useFixed(places));
  const { opened, byId, orders } = useOrders(userId, query);
  const { orders: found, searching, error } = useFoundOrders(query);
  const ranked = useMemo(() => {
    const ids = new Set(opened.flatMap((one) => rememberedOrder(one)?.id ?? []));
    return query ? rankOrders(query, orders, ids) : [];
  }, [query, orders, opened]);

  if (!query) {
    const lines = openedLines(opened, byId, places);
    return { sections: [{ name: 'Recent', entries: lines }, ...fixed], searching: false };
  }
  const shown = new Set(ranked.map(({ item }) => item.id));
  const local = { name: 'Orders', entries: ranked.map(({ item }) => orderEntry(item)) };
  const best = [...rankSections(query, fixed), { item: local, score: ranked[0]?.score ?? 0 }]
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
  const more = found.filter(({ id }) => !shown.has(id)).map(orderEntry);
  return { sections: [...best, { name: 'More orders', entries: more }], searching, error };
}
