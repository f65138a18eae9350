import type { SuggestionKeyDownProps, SuggestionProps } from '@tiptap/suggestion';
import type { Mentionable } from '../people';

export interface MenuState {
  open: boolean;
  items: Mentionable[];
  index: number;
  rect: DOMRect | null;
}

const closed: MenuState = { open: false, items: [], index: 0, rect: null };
const most = 8;

type Picked = { id: string; label: string };
type Props = SuggestionProps<Mentionable, Picked>;

/**
 * The list of people while an `@` is being typed: the state from TipTap, as a store that React can
 * read.
 */
export function createMentionMenu(people: () => Mentionable[]) {
  let state = closed;
  let pick: ((item: Mentionable) => void) | null = null;
  const listeners = new Set<() => void>();
  const set = (next: MenuState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const show = (props: Props) => {
    pick = (item) => props.command({ id: item.id, label: item.name });
    set({ open: true, items: props.items, index: 0, rect: props.clientRect?.() ?? null });
  };
  const hide = () => set(closed);
  const turn = (by: number) => {
    const count = state.items.length;
    if (count > 0) set({ ...state, index: (state.index + by + count) % count });
  };
  const take = (): boolean => {
    const item = state.items[state.index];
    if (item) pick?.(item);
    return item !== undefined;
  };

  const keys: Record<string, () => boolean> = {
    ArrowDown: () => (turn(1), true),
    ArrowUp: () => (turn(-1), true),
    Enter: take,
    Tab: take,
    Escape: () => (hide(), true),
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => state,
    pick: (item: Mentionable) => pick?.(item),
    suggestion: {
      items: ({ query }: { query: string }): Mentionable[] => {
        const wanted = query.toLocaleLowerCase();
        return people()
          .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
          .slice(0, most);
      },
      render: () => ({
        onStart: show,
        onUpdate: show,
        onExit: hide,
        onKeyDown: ({ event }: SuggestionKeyDownProps) =>
          state.open && !event.ctrlKey && !event.metaKey ? (keys[event.key]?.() ?? false) : false,
      }),
    },
  };
}

export type MentionMenu = ReturnType<typeof createMentionMenu>;
