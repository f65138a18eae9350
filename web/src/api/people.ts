import {
  type CustomersList,
  type CustomersListAnswer,
  generatedPeopleApi,
  type ListCustomersApiArg,
  type ListPeopleApiArg,
  type PeoplePage,
  type PeoplePageAnswer,
} from './generated/people';

export * from './generated/people';

export type PeopleFilter = Omit<ListPeopleApiArg, 'after' | 'limit'>;
export type CustomersFilter = Omit<ListCustomersApiArg, 'after' | 'limit'>;

const personTag = (id: string) => ({ type: 'People' as const, id });

/** The tag of every list of people. */
const list = personTag('list');

/** The tags of what shows the name of an account: its own pages, its people and its orders. */
const named = ['Accounts', 'People', 'Catalogue', 'Orders', 'Board'] as const;

/** The cache tags of people and accounts, and their lists, which grow by a page at a time. */
const peopleApi = generatedPeopleApi
  .enhanceEndpoints({
    endpoints: {
      person: { providesTags: (_data, _error, { personId }) => [personTag(personId)] },
      // The lists of operators and managers to choose from change with a person as well.
      addPerson: { invalidatesTags: [list, 'Accounts', 'Catalogue'] },
      changePerson: { invalidatesTags: (_data, _error, { personId }) => [list, personTag(personId), 'Catalogue'] },
      // The removed person would not be found.
      removePerson: { invalidatesTags: [list, 'Accounts', 'Catalogue'] },
      setNewOrders: { invalidatesTags: (_data, _error, { personId }) => [personTag(personId), 'NotificationSettings'] },
      resetFactors: { invalidatesTags: (_data, _error, { personId }) => [personTag(personId)] },
      copyInvitation: { invalidatesTags: (_data, _error, { personId }) => [list, personTag(personId)] },
      renewInvitation: { invalidatesTags: (_data, _error, { personId }) => [list, personTag(personId)] },
      // Their forms start with what is stored now, never with what was read on an earlier visit.
      customerAccount: { providesTags: ['Accounts'], keepUnusedDataFor: 0 },
      createCustomer: { invalidatesTags: ['Accounts', list, 'Catalogue'] },
      changeCustomer: { invalidatesTags: [...named] },
      listClients: { providesTags: ['Accounts'] },
      createClient: { invalidatesTags: ['Accounts', list, 'Catalogue'] },
      clientAccount: { providesTags: ['Accounts'], keepUnusedDataFor: 0 },
      requireSecondFactor: { invalidatesTags: ['Accounts', 'Profile'] },
      changeClient: { invalidatesTags: [...named, 'Profile'] },
      changeBranding: { invalidatesTags: [...named, 'Profile'] },
      setHosts: { invalidatesTags: ['Accounts'] },
      limitInvitations: { invalidatesTags: ['Accounts'] },
      switchSignUp: { invalidatesTags: ['Accounts', 'Profile'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      peoplePages: build.infiniteQuery<PeoplePage, PeopleFilter, string>({
        infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
        query: ({ queryArg, pageParam }) => ({
          url: '/people',
          params: { ...queryArg, after: pageParam || undefined },
        }),
        transformResponse: ({ data }: PeoplePageAnswer) => data,
        providesTags: [list],
      }),
      customerPages: build.infiniteQuery<CustomersList, CustomersFilter, string>({
        infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
        query: ({ queryArg, pageParam }) => ({
          url: '/customers',
          params: { ...queryArg, after: pageParam || undefined },
        }),
        transformResponse: ({ data }: CustomersListAnswer) => data,
        providesTags: ['Accounts'],
      }),
    }),
  });

export const { usePeoplePagesInfiniteQuery, useCustomerPagesInfiniteQuery } = peopleApi;
