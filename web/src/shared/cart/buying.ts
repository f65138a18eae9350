import type { Profile } from '@/api/generated';

/** Reports whether a user may buy packs for an account that has a plan. */
export const mayBuy = ({ abilities, membership }: Profile): boolean =>
  Boolean(abilities['manage-membership']?.includes('update') && membership && membership.state !== 'none');

/** Returns why packs cannot be bought now, as far as the profile knows it (BD-411). */
export const closedShop = ({ membership }: Profile): string | undefined =>
  membership?.onFreeTrial ? 'This feature is restricted during free trial.' : undefined;
