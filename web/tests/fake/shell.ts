import type {
  Announcement,
  BusinessHours,
  GalleryImage,
  GettingStarted,
  ManagedAnnouncement,
  OfficeHours,
} from '@/api/shell';
import { type Calls, find, matches, type OtherCalls } from './calls';
import { at, uuid } from './fixed';
import { type Part, sample } from './openapi';

export const open = { opens: 540, closes: 1080 };
export const closed = { opens: 0, closes: 0 };
/** Open from Monday to Friday. */
export const office: OfficeHours = {
  timeZone: 'Europe/Berlin',
  days: [closed, open, open, open, open, open, closed],
  holidays: [],
  description: 'Urgent? Call 0151 2345 678.',
};

/** An announcement that is shown now. */
export const makeAnnouncement = (n: number, more: Part<ManagedAnnouncement> = {}): ManagedAnnouncement =>
  sample('ManagedAnnouncement', {
    id: uuid(800 + n),
    html: `<p>We are closed on day ${n}. <a href="https://northlight.test/closed">More about it</a></p>`,
    styles: { backgroundColor: '#1d4ed8', textColor: '#ffffff' },
    startsAt: at(-1),
    state: 'shown',
    publishedAt: at(-2),
    dismissals: 3,
    ...more,
  });

/** An image of the gallery. Ten of them are in each order. */
export const makeImage = (n: number, more: Part<GalleryImage> = {}): GalleryImage =>
  sample('GalleryImage', {
    versionId: uuid(20_000 + n),
    attachmentId: uuid(40_000 + n),
    orderId: uuid(60_000 + Math.floor(n / 10)),
    orderNumber: `PB-${1000 + Math.floor(n / 10)}`,
    orderName: `Order ${Math.floor(n / 10)}`,
    name: `label-${n}.png`,
    number: 1 + (n % 3),
    width: 2480,
    height: 3508,
    size: 1_200_000 + n,
    uploadedAt: at(-n / 100),
    thumbnail: '/favicon.svg',
    url: '/favicon.svg',
    ...more,
  });

/** What every page shows besides itself: the business hours and the announcements. */
export class FakeShell {
  /** Without hours of the office, as long as nobody has set them. */
  hours: BusinessHours | undefined;
  office: OfficeHours = { ...office, holidays: [{ date: '2026-12-25', name: 'Christmas Day' }], description: '' };
  announcements: ManagedAnnouncement[] = [];
  changesAt: string | undefined;
  /** The build that the server delivers. */
  build = '';
  /** The crashes that were reported. */
  reports: string[] = [];
  /** What of a new installation is there. */
  steps: GettingStarted = {
    staff: true,
    customer: true,
    catalogue: true,
    plan: true,
    brand: true,
    dismissed: false,
  };
  /** The images of the gallery, the newest first. */
  images: GalleryImage[] = [];
  private readonly dismissed = new Set<string>();

  readonly calls: Calls = {
    build: () => ({ data: { build: this.build } }),
    announcements: () => ({ data: this.shown(), changesAt: this.changesAt }),
    gettingStarted: () => ({ data: this.steps }),
    businessHours: () => {
      const localeTime = new Date().toISOString();
      return { data: this.hours ?? { localeTime, officeTime: localeTime } };
    },
    officeHours: () => ({ data: this.office }),
    saveOfficeHours: ({ officeHours }) => {
      this.office = officeHours;
    },
    // The cursor is the place of the last image.
    images: ({ search, orderId, after = '0', limit = 100 }) => {
      const from = Number(after);
      const found = this.images.filter(
        (one) => (!orderId || one.orderId === orderId) && matches(search, one.name, one.orderName),
      );
      const next = found.length > from + limit ? String(from + limit) : undefined;
      return { data: { images: found.slice(from, from + limit), next } };
    },
    listAnnouncements: () => ({ data: this.announcements }),
    previewAnnouncement: ({ announcementText: { html } }) => ({
      data: { html: html.replaceAll(/<script.*?<\/script>/g, '') },
    }),
    publishAnnouncement: ({ announcementChange }) => {
      const more = { ...announcementChange, dismissals: 0, startsAt: at(0) };
      this.announcements.unshift(makeAnnouncement(50 + this.announcements.length, more));
    },
    changeAnnouncement: ({ announcementId, announcementChange }) => {
      Object.assign(find(this.announcements, announcementId), announcementChange);
      this.dismissed.delete(announcementId);
    },
    withdrawAnnouncement: ({ announcementId }) => {
      find(this.announcements, announcementId).state = 'withdrawn';
    },
    dismissAnnouncement: ({ announcementId }) => void this.dismissed.add(announcementId),
  };

  readonly others: OtherCalls = { reportError: (_, { body }) => void this.reports.push(body) };

  private shown(): Announcement[] {
    return this.announcements
      .filter(({ id, state, lasting }) => state === 'shown' && (lasting || !this.dismissed.has(id)))
      .map(({ id, html, styles, lasting }) => ({ id, html, styles, lasting }));
  }
}
