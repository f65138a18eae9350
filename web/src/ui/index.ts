export { Cut } from './Cut';
export { askReason, confirm, type ConfirmType } from './dialogs';
export { Icon, type IconName } from './icons';
export { PersonAvatar } from './PersonAvatar';
export { reasonLimit } from './ReasonPrompt';
export { type Shortcut, useShortcuts } from './shortcuts';
export { EmptyState, ErrorState, OfflineBanner } from './states';
export { StatusBadge } from './StatusBadge';
export { hideToast, toast, toastMs, transferToast } from './toast';
