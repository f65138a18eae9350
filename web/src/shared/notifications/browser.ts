/** The browser's permission for notifications; `unsupported` where it has none. */
export type BrowserPermission = 'unsupported' | 'default' | 'granted' | 'denied';

/** The name of the setting in this browser, see useLocalSetting. */
export const browserSetting = 'browserNotifications';

export function browserPermission(): BrowserPermission {
  return typeof window.Notification === 'function' ? window.Notification.permission : 'unsupported';
}

/** Asks the user for permission. Browsers allow this only in a click handler. */
export async function askBrowser(): Promise<BrowserPermission> {
  return browserPermission() === 'default' ? window.Notification.requestPermission() : browserPermission();
}

type Shown = { id: string; title: string; text: string; onClick: () => void };

/**
 * Shows a browser notification if this tab is hidden and the user enabled and permitted it. Returns
 * whether it did.
 */
export function showInBrowser({ id, title, text, onClick }: Shown): boolean {
  const wanted = window.localStorage.getItem(`setting.${browserSetting}`) === 'on';
  if (!wanted || !document.hidden || browserPermission() !== 'granted') return false;
  // With the same tag, several tabs show it once.
  const shown = new window.Notification(title, { body: text, tag: id });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
    onClick();
  });
  return true;
}
