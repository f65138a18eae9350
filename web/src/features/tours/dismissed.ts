const name = 'tours.dismissed';

/** Reports whether the user closed an offer in this tab. They are then offered no tours until the next visit. */
export const isDismissed = (userId: string): boolean => window.sessionStorage.getItem(name) === userId;

export const dismiss = (userId: string): void => window.sessionStorage.setItem(name, userId);
