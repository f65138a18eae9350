import { useCallback, useEffect, useRef, useState } from 'react';
import { useCreateOrderMutation, useUpdateOrderMutation } from '@/api/generated';
import { changes, type Fields, newOrder } from './draft';

/** The delay in ms between typing and saving a draft. */
export const autosaveMs = 800;

export type DraftState = 'new' | 'waiting' | 'saving' | 'saved' | 'failed';

type Options = {
  initial: Fields;
  /** The draft to continue; undefined for a new one. */
  orderId?: string;
  /** Reports whether the fields are enough to save a draft. */
  ready: (fields: Fields) => boolean;
  onCreated: (orderId: string) => void;
  onFailed: (error: unknown) => void;
};

/**
 * Saves a draft while the user types: the first change creates it, later ones send only what
 * changed.
 */
export function useDraft({ initial, orderId: known, ready, onCreated, onFailed }: Options) {
  const [fields, setFields] = useState(initial);
  const [orderId, setOrderId] = useState(known);
  const [state, setState] = useState<DraftState>(known ? 'saved' : 'new');
  const [create] = useCreateOrderMutation();
  const [update] = useUpdateOrderMutation();
  const now = useRef({ fields, saved: initial, orderId: known, running: Promise.resolve<string | undefined>(known) });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /**
   * Saves the current fields, one save after the other. Returns the draft's id, or undefined when
   * saving failed.
   */
  const flush = useCallback(
    (anyway = false): Promise<string | undefined> => {
      clearTimeout(timer.current);
      const save = async () => {
        const { fields: at, saved, orderId: id } = now.current;
        const change = id ? changes(saved, at) : at;
        if (id && !change) return id;
        if (!id && !anyway && at === saved) return undefined;
        if (!ready(at)) return id;
        setState('saving');
        try {
          let made = id;
          if (made) await update({ orderId: made, orderDetails: changes(saved, at) ?? {} }).unwrap();
          else made = (await create({ newOrder: newOrder(at) }).unwrap()).data.orderId;
          now.current.saved = at;
          if (!id) {
            now.current.orderId = made;
            setOrderId(made);
            onCreated(made);
          }
          setState(now.current.fields === at ? 'saved' : 'waiting');
          return made;
        } catch (error) {
          setState('failed');
          onFailed(error);
          return undefined;
        }
      };
      now.current.running = now.current.running.then(save);
      return now.current.running;
    },
    [create, update, ready, onCreated, onFailed],
  );

  const set = useCallback(
    (change: Partial<Fields>) => {
      now.current.fields = { ...now.current.fields, ...change };
      setFields(now.current.fields);
      setState('waiting');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), autosaveMs);
    },
    [flush],
  );

  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
  });
  useEffect(() => () => void latest.current(), []); // Leaving the page saves the latest input.
  useEffect(() => {
    if (state !== 'waiting' && state !== 'saving') return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);

  return { fields, set, flush, orderId, state };
}
