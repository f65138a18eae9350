/** What the browser says of its own notifications; `unsupported` where it has none. */
export type BrowserPermission = 'unsupported' | 'default' | 'granted' | 'denied';

/** The setting of this browser, see useLocalSetting. */
export const browserSetting = 'browserNotifications';

export function browserPermission(): BrowserPermission {
  return typeof window.Notification === 'function' ? window.Notification.permission : 'unsupported';
}

/** Asks the person for permission. Browsers allow this only in the handler of a click. */
export async function askBrowser(): Promise<BrowserPermission> {
  return browserPermission() === 'default' ? window.Notification.requestPermission() : browserPermission();
}

type Shown = { id: string; title: string; text: string; onClick: () => void };

/** Shows a notification of the browser if this tab is hidden and the person wants and allows it; answers whether. */
export function showInBrowser({ id, title, text, onClick }: Shown): boolean {
  const wanted = window.localStorage.getItem(`setting.${browserSetting}`) === 'on';
  if (!wanted || !document.hidden || browserPermission() !== 'granted') return false;
  const shown = new window.Notification(title, { body: text, tag: id }); // one tag: several tabs show it once
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
    onClick();
  });
  return true;
}
