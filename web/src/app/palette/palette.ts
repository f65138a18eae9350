import { openState } from '@/lib/openState';

/** Whether the command palette is open: its keys and the user menu open it. */
export const palette = openState();
