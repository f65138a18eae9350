import { type ContextType, useContext, useEffect } from 'react';
import { parsePath, UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router';
import { confirm } from '@/ui';

/** Reports whether a form is still there on another page. */
type Stays = (pathname: string) => boolean;

type Navigator = ContextType<typeof NavigationContext>['navigator'];

/** Asks whether the user leaves although something is unsaved. */
const ask = () =>
  confirm({
    type: 'CONTINUECANCEL',
    title: 'Leave without saving?',
    message: 'What you changed on this page is not saved yet.',
    accept: 'Leave',
    refuse: 'Stay',
    danger: true,
  });

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Returns the place of the current entry in the browser's history, which the router numbers. */
function place(): number | undefined {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined;
}

/**
 * Holds the user on the pages that have all forms with unsaved changes: following a link, going back
 * and closing the window ask first. `page` is the open one. The router has no blocker without its data
 * routes, so this takes the place of its `push` and handles `popstate` before the router does. Returns
 * a function that stops asking.
 */
function hold(navigator: Navigator, page: string): () => void {
  const { push } = navigator;
  let here = place();
  let asking = false;
  let returning = false;

  const release = () => {
    navigator.push = push;
    window.removeEventListener('popstate', onPop, true);
    window.removeEventListener('beforeunload', warn);
  };
  const askThen = async (leave: () => void) => {
    if (asking) return;
    asking = true;
    const agreed = await ask();
    asking = false;
    if (!agreed) return;
    release();
    leave();
  };
  const onPop = (event: PopStateEvent) => {
    const to = place();
    if (returning) {
      returning = false;
      event.stopImmediatePropagation();
    } else if (allStay(window.location.pathname) || here === undefined || to === undefined) {
      here = to;
    } else {
      const steps = to - here;
      event.stopImmediatePropagation();
      returning = true;
      window.history.go(-steps);
      void askThen(() => window.history.go(steps));
    }
  };

  navigator.push = (to, ...rest) => {
    const { pathname = page } = typeof to === 'string' ? parsePath(to) : to;
    if (!allStay(pathname)) return void askThen(() => push(to, ...rest));
    push(to, ...rest);
    here = place();
  };
  window.addEventListener('popstate', onPop, true);
  window.addEventListener('beforeunload', warn);
  return release;
}

/** The forms with unsaved changes, and what lets the user go. */
const forms = new Set<Stays>();
const allStay: Stays = (pathname) => Array.from(forms).every((stays) => stays(pathname));
let release = () => {};

/**
 * Asks before the user leaves the page while `unsaved` is set. A page may have several such forms.
 * `alsoOn` is for a form that several pages have in common.
 */
export function useLeaveGuard(unsaved: boolean, alsoOn?: Stays): void {
  const { navigator } = useContext(NavigationContext);
  const { pathname } = useLocation();
  useEffect(() => {
    if (!unsaved) return undefined;
    const stays: Stays = (to) => to === pathname || (alsoOn?.(to) ?? false);
    if (forms.size === 0) release = hold(navigator, pathname);
    forms.add(stays);
    return () => {
      forms.delete(stays);
      if (forms.size === 0) release();
    };
  }, [unsaved, navigator, pathname, alsoOn]);
}
