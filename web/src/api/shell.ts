import { generatedShellApi } from './generatedShell';

export * from './generatedShell';

/** The cache tags of the business hours and of the announcements. */
const shellApi = generatedShellApi.enhanceEndpoints({
  endpoints: {
    businessHours: { providesTags: ['BusinessHours'] },
    // The form starts with what is stored now, never with what was read on an earlier visit.
    officeHours: { providesTags: ['BusinessHours'], keepUnusedDataFor: 0 },
    saveOfficeHours: { invalidatesTags: ['BusinessHours'] },
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
  },
});

export const { useDismissAnnouncementMutation } = shellApi;
