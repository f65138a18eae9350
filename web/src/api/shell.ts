import { generatedApi } from './generated';
import { generatedShellApi, type SaveTourApiArg } from './generated/shell';

export * from './generated/shell';

/** The key of a guided tour. */
export type TourKey = Exclude<SaveTourApiArg['tour'], 'all' | 'gettingStarted'>;

/** Every guided tour, in the order in which people are shown them (D-62). */
export const tourKeys: TourKey[] = [
  'dashboard',
  'userMenu',
  'manageProfile',
  'createNewOrder',
  'selectService',
  'teamMember',
  'createTeamMember',
  'generalSettings',
  'deleteAccount',
  'manageInvoice',
  'managePayment',
  'addNewPaymentMethod',
];

/** The cache tags of the business hours, of the announcements and of the guided tours. */
const shellApi = generatedShellApi.enhanceEndpoints({
  endpoints: {
    businessHours: { providesTags: ['BusinessHours'] },
    // The form starts with what is stored now, never with what was read on an earlier visit.
    officeHours: { providesTags: ['BusinessHours'], keepUnusedDataFor: 0 },
    saveOfficeHours: { invalidatesTags: ['BusinessHours'] },
    myWork: { providesTags: ['Work'] },
    slots: { providesTags: ['Orders'] },
    build: { providesTags: ['Build'] },
    announcements: { providesTags: ['Announcements'] },
    listAnnouncements: { providesTags: ['Announcements'] },
    publishAnnouncement: { invalidatesTags: ['Announcements'] },
    changeAnnouncement: { invalidatesTags: ['Announcements'] },
    withdrawAnnouncement: { invalidatesTags: ['Announcements'] },
    dismissAnnouncement: {
      // The bar closes at once. It comes back if the server refuses.
      async onQueryStarted({ announcementId }, { dispatch, queryFulfilled }) {
        const hidden = dispatch(
          generatedShellApi.util.updateQueryData('announcements', undefined, (answer) => {
            answer.data = answer.data.filter(({ id }) => id !== announcementId);
          }),
        );
        await queryFulfilled.catch(hidden.undo);
      },
      invalidatesTags: (answer) => (answer ? ['Announcements'] : []),
    },
    saveTour: {
      // The answer of the user shows at once. The tour is offered again if the server refuses.
      async onQueryStarted({ tour, tourChange }, { dispatch, queryFulfilled }) {
        if (tour === 'gettingStarted') {
          const hidden = dispatch(
            generatedShellApi.util.updateQueryData('gettingStarted', undefined, ({ data: steps }) => {
              steps.dismissed = !tourChange.data;
            }),
          );
          await queryFulfilled.catch(hidden.undo);
          return;
        }
        const saved = dispatch(
          generatedApi.util.updateQueryData('profile', undefined, ({ data: me }) => {
            for (const key of tour === 'all' ? tourKeys : [tour]) me[`${key}TourGuide`] = tourChange.data;
          }),
        );
        await queryFulfilled.catch(saved.undo);
      },
      invalidatesTags: (answer) => (answer ? ['Profile'] : []),
    },
  },
});

export const { useDismissAnnouncementMutation, useGettingStartedQuery, useMyWorkQuery, useSaveTourMutation } = shellApi;
