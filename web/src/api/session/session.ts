import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Profile } from '../generated';
import type { CartItem } from '../generated/billing';

/** The two known clients. Every other id is a white-label client (SH-013, D-25). */
export const adminClient = 'admin';
export const customerClient = 'customer';

/** Reports whether a client is a reseller. */
const isReseller = (clientId: string | null) => clientId !== adminClient && clientId !== customerClient && !!clientId;

/** The views of a reseller's people and customers (SH-164). */
export type View = 'customer' | 'client';
/** `hint` says what to do next, rather than what was wrong. */
export type SessionError = { title: string; message: string; hint?: boolean };

/** The session (SH-010). Every value is stored in local storage under its own name. */
export type Session = {
  token: string | null;
  userId: string | null;
  clientId: string | null;
  role: string | null;
  error: SessionError | null;
  loading: boolean;
  redirectPath: string | null;
  expirationDate: string | null;
  theme: Profile['theme'] | null;
  view: View | null;
  cart: CartItem[];
  selectedFilter: string | null;
  selectedArchivedFilter: string | null;
};

export const noSession: Session = {
  token: null,
  userId: null,
  clientId: null,
  role: null,
  error: null,
  loading: false,
  redirectPath: null,
  expirationDate: null,
  theme: null,
  view: null,
  cart: [],
  selectedFilter: null,
  selectedArchivedFilter: null,
};

const asJson = new Set<keyof Session>(['error', 'loading', 'theme', 'cart']);
const names = Object.keys(noSession) as (keyof Session)[];

/** Reads the stored session. An invalid value counts as missing. */
export function readSession(storage: Storage): Session {
  const session: Record<string, unknown> = { ...noSession };
  for (const name of names) {
    const stored = storage.getItem(name);
    if (stored === null) continue;
    try {
      session[name] = asJson.has(name) ? JSON.parse(stored) : stored;
    } catch {
      storage.removeItem(name);
    }
  }
  if (!Array.isArray(session['cart'])) session['cart'] = noSession.cart;
  return session as Session;
}

/** Stores the values that differ from `before`. Empty values are removed. */
export function writeSession(storage: Storage, session: Session, before: Session): void {
  for (const name of names) {
    const value = session[name];
    if (value === before[name]) continue;
    if (value === noSession[name]) storage.removeItem(name);
    else storage.setItem(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

/** isSignedIn reports whether a session has a token that has not expired (SH-014). */
export function isSignedIn(session: Pick<Session, 'token' | 'expirationDate'>, now = Date.now()): boolean {
  if (!session.token) return false;
  return !session.expirationDate || new Date(session.expirationDate).getTime() > now;
}

/** Reports whether the profile is read in the client view (SH-036). */
export const readsClientView = ({ clientId, view }: Pick<Session, 'clientId' | 'view'>): boolean =>
  view === 'client' && isReseller(clientId);

/**
 * Returns the view of a user: the stored one (SH-166), or else the client view for a reseller's own
 * people. Other users have the customer view only.
 */
export function viewOf(
  me: Pick<Profile, 'isClientWhitelabel' | 'isClientType'>,
  { view }: Pick<Session, 'view'>,
): View {
  if (view && me.isClientWhitelabel) return view;
  return me.isClientType ? 'client' : 'customer';
}

/** Reports whether a user has My Images, which belong to an account. The provider's people have none (D-64). */
export const hasImages = ({ role }: Pick<Profile, 'role'>): boolean => role === 'owner' || role === 'staff';

const customerRoles = new Set(['owner', 'staff', 'guest']);

/**
 * Returns the path suffix of a session: `/c` for customers, `/d` for others, none without a client
 * id (SH-006, D-22).
 */
export function sessionSuffix(session: Pick<Session, 'clientId' | 'role'>): '' | '/c' | '/d' {
  if (!session.clientId || !session.role) return '';
  return customerRoles.has(session.role) ? '/c' : '/d';
}

type SignedIn = { token: string; expirationDate: string; userId: string; role: string; clientId: string };

const slice = createSlice({
  name: 'session',
  initialState: noSession,
  reducers: {
    signInStarted(session) {
      session.loading = true;
      session.error = null;
    },
    signedIn(session, { payload }: PayloadAction<SignedIn>) {
      // The stored view and theme belong to one client.
      if (payload.clientId !== session.clientId) Object.assign(session, { view: null, theme: null });
      // The cart belongs to one user.
      if (payload.userId !== session.userId) session.cart = [];
      Object.assign(session, payload, { loading: false, error: null });
    },
    signInFailed(session, { payload }: PayloadAction<SessionError>) {
      session.loading = false;
      session.error = payload;
    },
    /** The password was right, and a second factor is needed. */
    signInPaused(session) {
      session.loading = false;
    },
    profileFailed(session, { payload }: PayloadAction<SessionError>) {
      session.error = payload;
      session.userId = null;
    },
    redirectRemembered(session, { payload }: PayloadAction<string | null>) {
      session.redirectPath = payload;
    },
    themeLoaded(session, { payload }: PayloadAction<Session['theme']>) {
      session.theme = payload;
    },
    viewChosen(session, { payload }: PayloadAction<View>) {
      session.view = payload;
    },
    cartChanged(session, { payload }: PayloadAction<CartItem[]>) {
      session.cart = payload;
    },
    /** Another window signed in or out, or an admin now acts as somebody else. */
    sessionReplaced: (_, { payload }: PayloadAction<Session>) => payload,
    signedOut: (session) => ({ ...noSession, redirectPath: session.redirectPath }),
  },
});

export const sessionReducer = slice.reducer;
export const {
  signInStarted,
  signedIn,
  signInFailed,
  signInPaused,
  profileFailed,
  redirectRemembered,
  themeLoaded,
  viewChosen,
  cartChanged,
  sessionReplaced,
  signedOut,
} = slice.actions;

export type WithSession = { session: Session };
export const selectSession = (state: WithSession): Session => state.session;
