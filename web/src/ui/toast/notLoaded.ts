import { toast } from './toast';

/** Shows that a part of the page could not be loaded. */
export function toastNotLoaded(): void {
  toast({
    type: 'WARNING',
    id: 'not-loaded',
    title: 'Failed',
    message: 'A part of this page could not be loaded. Check your connection and try again.',
  });
}
