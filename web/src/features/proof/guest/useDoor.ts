import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { baseApi } from '@/api/request/base';
import { useApiDispatch } from '@/api/hooks';
import { type Entry, enterAsGuest, guestKeys } from '@/api/guest';
import { toast } from '@/ui';

/** The delay in ms before the page without a token says that the link is invalid (SH-306). */
export const deadAfterMs = 800;

/** A token refused within this time, in ms, has not expired: it is invalid. */
const freshMs = 3000;

export const deniedTitle = 'Access Denied';
export const deniedText = 'Bad token. You seem to have followed an invalid link';

export type Door =
  | { at: 'opening' }
  | { at: 'inside' }
  | { at: 'dead' }
  /** The server cannot be reached. */
  | { at: 'away' }
  /** The link asks for a password; `said` is the error of the last one. */
  | { at: 'password'; said: string; busy: boolean };

const denied = (): void => {
  toast({ type: 'DANGER', id: 'guest-denied', title: deniedTitle, message: deniedText });
};

/**
 * Removes the secret from the address, so that neither the history nor a copied address contains
 * it, and signs the guest in with it. A reload finds it in the session storage.
 */
export function useDoor() {
  const [query, setQuery] = useSearchParams();
  const { hash } = useLocation();
  const given = new URLSearchParams(hash.slice(1)).get('token') ?? query.get('token'); // earlier links have it in the query
  const [door, setDoor] = useState<Door>(() => (!given && guestKeys.token() ? { at: 'inside' } : { at: 'opening' }));
  const [link] = useState(() => given ?? guestKeys.link());
  const entered = useRef(0);
  const dispatch = useApiDispatch();

  const clean = useEffectEvent(() => {
    if (!given) return;
    guestKeys.keepLink(given);
    setQuery(
      (now) => {
        now.delete('token');
        return now;
      },
      { replace: true },
    );
  });
  useEffect(() => clean(), [given]);

  const answered = (entry: Entry) => {
    if (entry.in) {
      entered.current = Date.now();
      setDoor({ at: 'inside' });
      return;
    }
    const asks = entry.reason.startsWith('guest.password');
    if (asks || entry.status === 429) {
      setDoor({ at: 'password', said: entry.reason === 'guest.password_required' ? '' : entry.message, busy: false });
      return;
    }
    if (entry.status === 401 || entry.status === 403) denied();
    setDoor({ at: entry.status === 0 ? 'away' : 'dead' });
  };
  const settle = useEffectEvent(answered);
  /** The data read with a token is deleted with the token. */
  const forget = () => dispatch(baseApi.util.resetApiState());
  const die = (wasDenied: boolean) => {
    if (wasDenied) denied();
    forget();
    setDoor({ at: 'dead' });
  };

  useEffect(() => {
    if (door.at !== 'opening') return undefined;
    let left = false;
    if (link === null) {
      const timer = setTimeout(() => setDoor({ at: 'dead' }), deadAfterMs);
      return () => clearTimeout(timer);
    }
    void enterAsGuest(link, '').then((entry) => {
      if (!left) settle(entry);
    });
    return () => {
      left = true;
    };
  }, [door.at, link]);

  return {
    door,
    enter: async (password: string) => {
      setDoor({ at: 'password', said: '', busy: true });
      answered(await enterAsGuest(link ?? '', password));
    },
    /** Signs in again after a refusal: the token may have expired while the link is still valid. */
    again: () => {
      guestKeys.dropToken();
      if (Date.now() - entered.current < freshMs) {
        die(true);
        return;
      }
      forget();
      setDoor({ at: 'opening' });
    },
    die,
    away: () => setDoor({ at: 'away' }),
    /** Tries again after the server could not be reached. */
    knock: () => {
      forget();
      setDoor(guestKeys.token() ? { at: 'inside' } : { at: 'opening' });
    },
  };
}
