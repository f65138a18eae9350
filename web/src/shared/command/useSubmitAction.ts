import { type RefObject, useRef } from 'react';
import { useShortcuts } from '@/ui';

/**
 * Lets the command palette send a form while `offered` is set. `what` is the text of the button.
 * Returns the ref of the form.
 */
export function useSubmitAction(group: string, what: string, offered: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useShortcuts(offered ? [{ what, group, icon: 'check', run: () => form.current?.requestSubmit() }] : []);
  return form;
}
