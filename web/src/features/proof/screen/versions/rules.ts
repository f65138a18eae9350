import type { Attachment, Order, Version } from '@/api';
import type { Tab } from '@/shared/threads/threadActions';

const publicOnly = new Set(['owner', 'staff', 'guest']);

export interface Opening {
  role: string;
  /** The query's `public`, or null when it is missing. */
  wanted: string | null;
  attachment: Pick<Attachment, 'startingTab' | 'can'>;
}

/**
 * Returns the tab that a proof opens on (D-16). The query takes precedence over the attachment's
 * setting; owner, staff and guest always get public.
 */
export function startingTab({ role, wanted, attachment }: Opening): Tab {
  if (publicOnly.has(role) || !attachment.can.internalTab) return 'public';
  if (!attachment.can.publicTab) return 'internal';
  if (wanted !== null) return wanted === 'false' ? 'internal' : 'public';
  return attachment.startingTab;
}

/** Returns the tabs that the user can switch between. A single tab is not shown as a tab. */
export function tabsOf({ can }: Pick<Attachment, 'can'>, role: string): Tab[] {
  if (publicOnly.has(role)) return ['public'];
  const tabs: Tab[] = [];
  if (can.internalTab) tabs.push('internal');
  if (can.publicTab) tabs.push('public');
  return tabs;
}

const closed: Partial<Record<Order['status'], string>> = {
  approved: 'This order is approved: the proof can be read, not changed.',
  completed: 'This order is completed: the proof can be read, not changed.',
  cancelled: 'This order is cancelled: the proof can be read, not changed.',
};

/** The reason why the past is read-only. */
export const pastReason = 'You see this proof as it was at a moment of its history: it can be read, not changed.';

/** Returns why nothing can be written on this tab, or null when writing is allowed. */
export function readOnlyReason(
  order: Pick<Order, 'status' | 'frozen' | 'archived'>,
  attachment: Pick<Attachment, 'isDisabledInternalTabAnnotation' | 'isDisabledPublicTabAnnotation'>,
  version: Pick<Version, 'isDisabledAnnotation' | 'isDisabledInternalAnnotation' | 'can'>,
  tab: Tab,
): string | null {
  const words = closed[order.status];
  if (words) return words;
  if (order.frozen) return 'This order is frozen: nothing can be changed until it is unfrozen.';
  if (order.archived) return 'This order is archived: the proof can be read, not changed.';
  const off =
    tab === 'internal'
      ? attachment.isDisabledInternalTabAnnotation || version.isDisabledInternalAnnotation
      : attachment.isDisabledPublicTabAnnotation || version.isDisabledAnnotation;
  if (off) return `Comments are switched off on the ${tab === 'internal' ? 'Internal' : 'Public'} tab.`;
  const can = tab === 'internal' ? version.can.annotateInternal : version.can.annotatePublic;
  return can ? null : 'You can read the comments here, not write any.';
}

export interface Place {
  attachment: Attachment;
  /** All attachments of the order, in its order, for previous and next. */
  all: Attachment[];
}

/** Finds an attachment in the order. Returns null when it is not in it. */
export function findAttachment(order: Pick<Order, 'attachments'>, id: string): Place | null {
  const { customerReview, internalReview, suppliedFiles } = order.attachments;
  const all = [...customerReview, ...internalReview, ...suppliedFiles].filter((a) => a.versions.length > 0);
  const attachment = all.find((a) => a.id === id);
  return attachment ? { attachment, all } : null;
}

/** Returns the label of a version: `file name - version` (BD-222). */
export const versionLabel = (version: Pick<Version, 'fileName' | 'version'>): string =>
  `${version.fileName} - ${version.version}`;
