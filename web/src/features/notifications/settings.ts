import { openState } from '@/lib/openState';

/** Whether the notification settings are open: the bell, the user menu and the command palette open them. */
export const settings = openState();
