import { useNavigate } from 'react-router';
import { useShortcuts } from '@/ui';

/** The shortcuts that work on every page of the shell. */
export function useShellShortcuts(toggleSidebar: () => void): void {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  useShortcuts([
    { keys: 'G B', what: 'Go to the board', group: 'Everywhere', run: go('/') },
    { keys: 'G L', what: 'Go to the list', group: 'Everywhere', run: go('/order-list') },
    { keys: '[', what: 'Collapse or open the sidebar', group: 'Everywhere', run: toggleSidebar },
    { keys: 'Escape', what: 'Close a dialog or menu, leave a field', group: 'Everywhere' },
  ]);
}
