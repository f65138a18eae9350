import { useOwnSetting } from './useOwnSetting';

/** The pages that can open after the sign-in. */
export const startPages = { '/': 'Board', '/order-list': 'Orders', '/my-images': 'My Images' } as const;
export type StartPage = keyof typeof startPages;

/**
 * Returns the page that opens after the sign-in, unless the user wanted another one. Without a
 * choice it is the home, which is the board for customers and staff alike (SH-019, D-25).
 */
export function useStartPage(): [StartPage, (page: StartPage) => void] {
  const [page, setPage] = useOwnSetting<StartPage>('start', '/');
  return [page in startPages ? page : '/', setPage];
}
