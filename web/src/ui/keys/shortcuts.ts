import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { IconName } from '../icons';

/** An action of the page. The command palette runs it, and so do its keys if it has any. */
export type Shortcut = {
  /** The keys as the help shows them: `N`, `Ctrl+Q`, `G B` (one after the other). */
  keys?: string;
  what: string;
  group: string;
  icon?: IconName;
  run?: () => void;
};

let all: Shortcut[] = [];
const listeners = new Set<() => void>();

function set(next: Shortcut[]): void {
  all = next;
  for (const listener of listeners) listener();
}

const store = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => all,
};

/** Returns every action that currently works, for the help on `?` and the command palette. */
export function useAllShortcuts(): Shortcut[] {
  return useSyncExternalStore(store.subscribe, store.get);
}

function typing(target: EventTarget | null): boolean {
  const element = target instanceof HTMLElement ? target : null;
  return Boolean(element?.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]'));
}

function pressed(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return (event.ctrlKey || event.metaKey ? 'Ctrl+' : '') + (event.altKey ? 'Alt+' : '') + key;
}

let before = { keys: '', at: 0 };

function onKeyDown(event: KeyboardEvent): void {
  const keys = pressed(event);
  if (event.defaultPrevented || (typing(event.target) && !keys.includes('Ctrl+'))) return;
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
  const pair = event.timeStamp - before.at < 1000 ? `${before.keys} ${keys}` : '';
  before = { keys, at: event.timeStamp };
  const hit = all.findLast((s) => s.run && s.keys === pair) ?? all.findLast((s) => s.run && s.keys === keys);
  if (!hit?.run) return;
  event.preventDefault();
  hit.run();
}

/**
 * Registers actions while the component is mounted. Those without `keys` are only in the command
 * palette, those without `run` only in the help.
 */
export function useShortcuts(shortcuts: Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const signature = shortcuts.map((s) => `${s.keys} ${s.what}`).join('|');
  useEffect(() => {
    const own = latest.current.map((shortcut, index): Shortcut => ({
      ...shortcut,
      run: shortcut.run && (() => latest.current[index]?.run?.()),
    }));
    if (all.length === 0) document.addEventListener('keydown', onKeyDown);
    set([...all, ...own]);
    return () => {
      set(all.filter((shortcut) => !own.includes(shortcut)));
      if (all.length === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, [signature]);
}
