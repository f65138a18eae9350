import { generatedBillingApi, type MeterEvents, type MeterEventsAnswer, type MeterName } from '../generated/billing';

export type {
  Bill,
  BillLine,
  MeterEvent,
  MeterName,
  Plan,
  PlanOffer,
  PlanOption,
  ScheduledChange,
  Subscription,
  SubscriptionState,
} from '../generated/billing';

/** The profile has the plan and the meters as well, and some changes are billed. A refused change leaves all as it was. */
const plan = (answer: unknown) => (answer ? (['Membership', 'Profile', 'Invoices'] as const) : []);

/** The calls about the caller's own plan, with their cache tags. The events of a meter grow by a page at a time. */
const membershipApi = generatedBillingApi
  .enhanceEndpoints({
    endpoints: {
      // Prices are shown as they are now, never as they were on an earlier visit.
      membership: { providesTags: ['Membership'], keepUnusedDataFor: 0 },
      choosePlan: { invalidatesTags: plan },
      cancelUpgrade: { invalidatesTags: plan },
      cancelDowngrade: { invalidatesTags: plan },
      takeLeave: { invalidatesTags: plan },
      cancelLeave: { invalidatesTags: plan },
      reactivate: { invalidatesTags: plan },
      cancelSubscription: { invalidatesTags: plan },
      continueSubscription: { invalidatesTags: plan },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      meterPages: build.infiniteQuery<MeterEvents, MeterName, number>({
        infiniteQueryOptions: {
          initialPageParam: 1,
          getNextPageParam: ({ more }, _pages, page) => (more ? page + 1 : undefined),
        },
        query: ({ queryArg, pageParam }) => ({ url: `/billing/meters/${queryArg}`, params: { page: pageParam } }),
        transformResponse: ({ data }: MeterEventsAnswer) => data,
        providesTags: ['Membership'],
      }),
    }),
  });

export const {
  useMembershipQuery,
  useChoosePlanMutation,
  useCancelUpgradeMutation,
  useCancelDowngradeMutation,
  useTakeLeaveMutation,
  useCancelLeaveMutation,
  useReactivateMutation,
  useCancelSubscriptionMutation,
  useContinueSubscriptionMutation,
  useMeterPagesInfiniteQuery,
} = membershipApi;
