import type { Attachment, Order, Version } from '@/api';
import { proofPath } from '@/shared/proofPath';
import { toast } from '@/ui';
import type { ContextAction } from '../../viewer/ContextMenu';
import type { Viewer } from '../../viewer/useViewer';

interface Options {
  order: Order;
  attachment: Attachment;
  version: Version;
  viewer: Viewer;
  role: string;
  /** Undefined where nothing can be downloaded. */
  download: (() => void) | undefined;
}

/**
 * Returns the entries of the right-click menu (D-18). Guests can neither copy the link nor open a
 * new tab (BD-304, BD-305).
 */
export function contextActions({ order, attachment, version, viewer, role, download }: Options): ContextAction[] {
  const link = () => new URL(proofPath(order.id, attachment.id, version.id), window.location.origin).href;
  const copy = async () => {
    await navigator.clipboard.writeText(link());
    toast({ type: 'SUCCESS', title: 'Success', message: 'The link is copied.' });
  };
  const links: ContextAction[] =
    role === 'guest'
      ? []
      : [
          { label: 'Copy link', icon: 'file', run: () => void copy() },
          { label: 'Open in new tab', icon: 'arrowRight', run: () => void window.open(link(), '_blank', 'noopener') },
        ];
  const downloads: ContextAction[] = download ? [{ label: 'Download proof', icon: 'download', run: download }] : [];
  return [
    ...links,
    ...downloads,
    { label: 'Zoom in', icon: 'plus', hint: 'Ctrl +', run: viewer.zoom.in },
    { label: 'Zoom out', icon: 'search', hint: 'Ctrl −', run: viewer.zoom.out },
    { label: 'Fit', icon: 'image', hint: 'Ctrl 0', run: viewer.fitAll },
  ];
}
