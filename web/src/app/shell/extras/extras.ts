/**
 * What the shell shows besides the page, and what it asks of few users. It loads once the page shows,
 * and is one chunk, because the first load has the names of the chunks
 * that it can ask for, which hardly compress.
 */
export { CartButton } from '@/features/cart/CartButton';
export { HoursWidget } from '@/features/hours/HoursWidget';
export { FreshMeters } from '@/features/membership/meters/FreshMeters';
export { MembershipHost } from '@/features/membership/notices/MembershipHost';
export { tellClosed } from '@/features/membership/closed';
export { MembershipBlock } from '@/features/membership/meters/MembershipBlock';
export { ImpersonationBar } from '@/features/profile/ImpersonationBar';
export { ProfileGate } from '@/features/profile/ProfileGate';
export { TourHost } from '@/features/tours/TourHost';
export { Banners } from './Banners';
export { BoardOverview } from '../overview/BoardOverview';
export { NewBuild } from './NewBuild';
