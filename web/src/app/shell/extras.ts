/** What the shell shows besides the page. It loads once the page shows, and is one chunk, for the reason of accountPages.ts. */
export { HoursWidget } from '@/features/hours/HoursWidget';
export { Banners } from './Banners';
