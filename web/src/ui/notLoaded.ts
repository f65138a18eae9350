import { toast } from './toast';

/** Told when a part of the page that is fetched on demand could not be had. */
export function toastNotLoaded(): void {
  toast({
    type: 'WARNING',
    id: 'not-loaded',
    title: 'Failed',
    message: 'A part of this page could not be loaded. Check your connection and try again.',
  });
}
