/** The pages on which the design service says when it works, and what is new. They are one chunk, for the reason of accountPages.ts. */
export { default as Announcements } from '@/features/announcements/AnnouncementsPage';
export { default as BusinessHours } from '@/features/hours/HoursPage';
