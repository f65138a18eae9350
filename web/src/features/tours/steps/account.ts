import type { Tour } from '../tour';

/** The tours of the user and of their account. */
export const account = {
  manageProfile: {
    title: 'Manage profile',
    shows: 'this page',
    steps: [
      {
        target: 'profile-personal',
        title: 'Your profile',
        // The documents give this sentence letter by letter (BD-399).
        text: 'Fields marked with a red asterisk (*) in Profile, Company and Contact must be filled in.',
      },
      {
        target: 'profile-contact',
        title: 'Your address',
        text: 'We write to this address. A new one counts once you follow the link that we send to it.',
      },
      { target: 'profile-avatar', title: 'Your picture', text: 'Others see it beside your comments and orders.' },
      {
        target: 'profile-company',
        title: 'Your company',
        text: 'The name, address and contact of your account.',
        for: ({ me }) => !me.viewOnly && (me.abilities['company-information']?.includes('update') ?? false),
      },
      {
        target: 'profile-password',
        title: 'Your password',
        text: 'A new password signs you out everywhere else.',
      },
    ],
  },
  teamMember: {
    title: 'Team members',
    shows: 'this page',
    steps: [
      {
        target: 'team-search',
        title: 'Find somebody',
        text: 'Search by name or address, or show only some roles and states.',
      },
      {
        target: 'team-list',
        title: 'Your team',
        text: 'Everybody with access to the account. Open a name to change a role or to take the access away.',
      },
      { target: 'team-add', title: 'Add people', text: 'Bring somebody in, by an invitation or with a password.' },
    ],
  },
  createTeamMember: {
    title: 'Create a team member',
    shows: 'how to add somebody to your team',
    opens: { by: 'team-add', closedBy: 'member-cancel' },
    steps: [
      { target: 'member-name', title: 'Who it is', text: 'The name that others see beside comments and orders.' },
      { target: 'member-email', title: 'Their address', text: 'They sign in with it, and we write to it.' },
      { target: 'member-role', title: 'Role', text: 'It says what they may see and do.' },
      {
        target: 'member-access',
        title: 'How they get in',
        text: 'Send an invitation, or choose a password and tell it to them yourself.',
      },
      { target: 'member-add', title: 'Add them', text: 'They are in your team at once.' },
    ],
  },
  generalSettings: {
    title: 'General settings',
    shows: 'this page',
    steps: [
      { target: 'settings-sections', title: 'The sections', text: 'A click brings you to a part of this page.' },
      {
        target: 'settings-general',
        title: 'General',
        text: 'Light or dark, and the time zone in which you see dates.',
      },
      {
        target: 'settings-notifications',
        title: 'Notifications',
        text: 'Choose what we send to you by mail, and how often.',
      },
      {
        target: 'settings-sessions',
        title: 'Sessions',
        text: 'Where you are signed in. End what you do not know or no longer use.',
      },
      {
        target: 'settings-security',
        title: 'Security',
        text: 'A second factor protects you even if somebody learns your password.',
      },
      {
        target: 'settings-export',
        title: 'Export',
        text: 'Take everything of your account with you as one file.',
        for: ({ me }) => me.role === 'owner' && !me.isClientType,
      },
    ],
  },
  deleteAccount: {
    title: 'Delete account',
    shows: 'what it means to delete the account',
    steps: [
      {
        target: 'deletion',
        title: 'Delete the account',
        text: 'Only the owner of the account can do this. You are asked once more before anything happens.',
      },
      {
        target: 'deletion-effects',
        title: 'What happens',
        text: 'Read this first. For 30 days you can change your mind.',
      },
      { target: 'deletion-reason', title: 'Why', text: 'Tell us why you leave.' },
      { target: 'deletion-password', title: 'Your password', text: 'It proves that this is really you.' },
    ],
  },
} satisfies Record<string, Tour>;
