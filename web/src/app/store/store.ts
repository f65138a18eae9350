import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '@/api/request/base';
import '@/api/live/tags';
import { boardFilterReducer } from '@/api/board/boardFilter';
import { connectionReducer } from '@/api/request/connection';
import { outboxReducer } from '@/api/outbox/outboxState';
import { positionReducer } from '@/api/request/position';
import { withQuery } from '@/api/request/query';
import {
  cartChanged,
  noSession,
  readSession,
  selectSession,
  type Session,
  sessionReducer,
  sessionReplaced,
  writeSession,
} from '@/api/session/session';
import { boardViewReducer } from '@/features/board/boardSlice';
import { workWarningsReducer } from '@/features/worktime/workWarnings';

const reducer = combineReducers({
  [baseApi.reducerPath]: baseApi.reducer,
  session: sessionReducer,
  position: positionReducer,
  connection: connectionReducer,
  outbox: outboxReducer,
  boardFilter: boardFilterReducer,
  boardView: boardViewReducer,
  workWarnings: workWarningsReducer,
});

export type RootState = ReturnType<typeof reducer>;

/** Returns a store whose session is stored in `storage`. It follows changes by another window. */
export function createAppStore(storage: Storage = window.localStorage, session: Session = readSession(storage)) {
  const store = configureStore({
    reducer,
    preloadedState: { session: { ...session, loading: false } },
    middleware: (defaults) => defaults(withQuery).concat(baseApi.middleware),
  });
  setupListeners(store.dispatch);
  let stored = noSession;
  const save = () => {
    const current = selectSession(store.getState());
    if (current === stored) return;
    writeSession(storage, current, stored);
    stored = current;
  };
  save();
  store.subscribe(save);
  window.addEventListener('storage', (event) => {
    if (event.key !== 'token' && event.key !== 'cart' && event.key !== null) return;
    const theirs = readSession(storage);
    const { token, cart } = selectSession(store.getState());
    if (theirs.token === token) {
      if (JSON.stringify(theirs.cart) !== JSON.stringify(cart)) store.dispatch(cartChanged(theirs.cart));
      return;
    }
    stored = theirs;
    store.dispatch(sessionReplaced(theirs));
    store.dispatch(baseApi.util.resetApiState());
  });
  return store;
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];
