import type { AnnouncementChange, ManagedAnnouncement, Role } from '@/api/shell';
import { contrast, hexColour } from '@/lib/format/colour';
import { momentOf } from '@/lib/format/dates';
import { required } from '@/shared/accounts/forms/fields';

/** The most characters of a text with its tags. */
export const textLimit = 4000;

/** The contrast that a text needs to be readable (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;

/** An announcement while it is edited. Colours are as they were typed, times are those of the browser's zone. */
export type Draft = {
  html: string;
  background: string;
  colour: string;
  roles: Role[];
  clients: string[];
  /** `2026-11-20T09:00`, empty for now and for no end. */
  startsAt: string;
  endsAt: string;
  lasting: boolean;
};

export const emptyDraft: Draft = {
  html: '',
  background: '#1d4ed8',
  colour: '#ffffff',
  roles: [],
  clients: [],
  startsAt: '',
  endsAt: '',
  lasting: false,
};

/** Returns the instant of a field. A field that was not changed keeps its seconds. */
function instantOf(field: string, before: string | undefined): string | undefined {
  if (!field) return undefined;
  return field === momentOf(before) ? before : new Date(field).toISOString();
}

export const draftOf = ({ html, styles, roles, clients, lasting, startsAt, endsAt }: ManagedAnnouncement): Draft => ({
  html,
  background: styles.backgroundColor,
  colour: styles.textColor,
  roles,
  clients,
  startsAt: momentOf(startsAt),
  endsAt: momentOf(endsAt),
  lasting,
});

/** Returns what is sent for a draft without errors. `before` is the announcement that it changes. */
export function changeOf(draft: Draft, before?: ManagedAnnouncement): AnnouncementChange {
  const { html, background, colour, roles, clients, lasting, startsAt, endsAt } = draft;
  return {
    html,
    styles: { backgroundColor: hexColour(background) ?? background, textColor: hexColour(colour) ?? colour },
    lasting,
    roles,
    clients,
    startsAt: instantOf(startsAt, before?.startsAt),
    endsAt: instantOf(endsAt, before?.endsAt),
  };
}

export const isSame = (a: Draft, b: Draft): boolean => JSON.stringify(changeOf(a)) === JSON.stringify(changeOf(b));

/** Returns the contrast of the two colours, or undefined while one of them is being typed. */
export function contrastOf({ background, colour }: Pick<Draft, 'background' | 'colour'>): number | undefined {
  const [ground, text] = [hexColour(background), hexColour(colour)];
  return ground && text ? contrast(ground, text) : undefined;
}

const colourError = (typed: string): string | undefined =>
  hexColour(typed) ? undefined : 'Use # and six digits or letters from a to f, such as #2563eb.';

export function draftErrors(draft: Draft, now: Date) {
  const { html, background, colour, startsAt, endsAt } = draft;
  const begins = startsAt ? new Date(startsAt) : now;
  const over = html.length - textLimit;
  return {
    html: over > 0 ? `The text is ${over} characters too long.` : required(html),
    background: colourError(background),
    colour:
      colourError(colour) ??
      ((contrastOf(draft) ?? leastContrast) < leastContrast
        ? 'This text cannot be read well on this background. Choose colours with a contrast of at least 4.5.'
        : undefined),
    endsAt: endsAt && !(new Date(endsAt) > begins) ? 'An announcement ends after it starts.' : undefined,
  };
}
