import { Modal } from '@mantine/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import type { Profile } from '@/api/generated';
import { useView } from '@/api/hooks';
import { type Place, placesOf } from '../places/places';
import type { RootState } from '../store/store';
import type { Entry } from './entries';
import { knownOrders } from './knownOrders';
import { palette } from './palette';
import classes from './palette.module.css';
import { searchAhead } from './rank';
import { Search } from './Search';
import { useRecorder } from './useRecorder';

/** The places of a user without those that have a second name. */
function usePlaces(me: Profile): Place[] {
  const view = useView(me);
  const all = placesOf(me, view).flatMap(({ places }) => places.filter(({ disabled }) => !disabled));
  return all.filter(({ to }, index) => all.findIndex((other) => other.to === to) === index);
}

/** The command palette, and the memory of what was opened. */
export function Palette({ me, opened }: { me: Profile; opened: boolean }) {
  const places = usePlaces(me);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const opener = useRef<HTMLElement | null>(null);
  const chosen = useRef<Entry | undefined>(undefined);
  const store = useStore<RootState>();
  useRecorder(me.id, places);
  useEffect(() => searchAhead(knownOrders(store.getState()).list), [store, opened]);

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (opened) opener.current = activeElement instanceof HTMLElement ? activeElement : null;
  }, [opened]);
  const closed = useEffectEvent(() => {
    const [entry, from] = [chosen.current, opener.current];
    chosen.current = undefined;
    opener.current = null;
    if (!entry?.to || entry.to === pathname || from?.closest('#content')) from?.focus({ preventScroll: true });
    // A new page gives the focus to its heading if nothing else has it.
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (entry?.to) void navigate(entry.to);
    else entry?.run?.();
  });
  const was = useRef(opened);
  useEffect(() => {
    // An action runs after the palette has closed, with the focus where it was.
    if (was.current && !opened) closed();
    was.current = opened;
  }, [opened]);

  const choose = (entry: Entry, newTab: boolean) => {
    if (newTab && entry.to) {
      window.open(entry.to, '_blank', 'noopener');
      return;
    }
    chosen.current = entry;
    palette.close();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={palette.close}
      returnFocus={false}
      size={640}
      padding={0}
      yOffset="12vh"
      transitionProps={{ duration: 100, exitDuration: 0 }} // What was chosen shows without a delay.
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands" classNames={{ content: classes.palette }}>
        <Search userId={me.id} places={places} onChoose={choose} />
      </Modal.Content>
    </Modal.Root>
  );
}
