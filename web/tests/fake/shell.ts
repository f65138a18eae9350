import type {
  Announcement,
  AnnouncementChange,
  AnnouncementText,
  BusinessHours,
  GettingStarted,
  GalleryImage,
  ManagedAnnouncement,
  OfficeHours,
  TourChange,
} from '@/api/shell';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import { at, uuid } from './data';

const done = (message: string): FakeAnswer => ({ json: { success: true, message } });

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
export const makeAnnouncement = (n: number, more: Partial<ManagedAnnouncement> = {}): ManagedAnnouncement => ({
  id: uuid(800 + n),
  html: `<p>We are closed on day ${n}. <a href="https://northlight.test/closed">More about it</a></p>`,
  styles: { backgroundColor: '#1d4ed8', textColor: '#ffffff' },
  lasting: false,
  roles: [],
  clients: [],
  startsAt: at(-1),
  state: 'shown',
  publishedAt: at(-2),
  dismissals: 3,
  ...more,
});

/** An image of the gallery. Ten of them are in each order. */
export const makeImage = (n: number, more: Partial<GalleryImage> = {}): GalleryImage => ({
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

  answer(request: FakeRequest, [area, id = '', sub]: string[]): FakeAnswer | undefined {
    if (area === 'g' && id === 'version') return ok({ build: this.build });
    if (area === 'g' && id === 'error-report') return this.reported(request);
    if (area === 'g' && id === 'announcements') {
      return { json: { success: true, data: this.shown(), changesAt: this.changesAt } };
    }
    if (area === 'getting-started') return ok(this.steps);
    if (area === 'profile' && id === 'tour' && sub === 'gettingStarted') {
      this.steps.dismissed = !(JSON.parse(request.body) as TourChange).data;
      return done('Done.');
    }
    if (area === 'general' && id === 'business-hours') return this.hoursAnswer(request, sub);
    if (area === 'order' && id === 'images') return this.gallery(request);
    if (area === 'announcements') return this.managed(request, id, sub);
    return undefined;
  }

  /** Answers as the server does; the cursor is the place of the last image. */
  private gallery({ query }: FakeRequest): FakeAnswer {
    const [search, order] = [query.get('search')?.toLowerCase() ?? '', query.get('orderId')];
    const [from, limit] = [Number(query.get('after') ?? 0), Number(query.get('limit') ?? 100)];
    const found = this.images.filter(
      ({ name, orderName, orderId }) =>
        (!order || orderId === order) && `${name} ${orderName}`.toLowerCase().includes(search),
    );
    const next = found.length > from + limit ? String(from + limit) : undefined;
    return ok({ images: found.slice(from, from + limit), next });
  }

  private reported({ body }: FakeRequest): FakeAnswer {
    this.reports.push(body);
    return done('The error was reported');
  }

  private shown(): Announcement[] {
    return this.announcements
      .filter(({ id, state, lasting }) => state === 'shown' && (lasting || !this.dismissed.has(id)))
      .map(({ id, html, styles, lasting }) => ({ id, html, styles, lasting }));
  }

  private hoursAnswer({ method, body }: FakeRequest, sub?: string): FakeAnswer {
    if (sub !== 'settings') {
      const localeTime = new Date().toISOString();
      const none = { isClose: false };
      return ok(
        this.hours ?? {
          localeTime,
          officeTime: localeTime,
          officeTimeZone: '',
          officeCurrentOpenHours: none,
          localeCurrentOpenHours: none,
          tomorrowOpenHours: none,
          description: '',
        },
      );
    }
    if (method === 'PUT') {
      this.office = JSON.parse(body) as OfficeHours;
      return done('The business hours are saved');
    }
    return ok(this.office);
  }

  private managed({ method, body }: FakeRequest, id: string, sub?: string): FakeAnswer {
    if (id === 'preview') {
      const { html } = JSON.parse(body) as AnnouncementText;
      return ok({ html: html.replaceAll(/<script.*?<\/script>/g, '') });
    }
    if (sub === 'dismissal') {
      this.dismissed.add(id);
      return done('The announcement is dismissed');
    }
    if (method === 'GET') return ok(this.announcements);
    if (method === 'POST') {
      this.announcements.unshift(
        makeAnnouncement(50 + this.announcements.length, {
          ...(JSON.parse(body) as AnnouncementChange),
          dismissals: 0,
          startsAt: at(0),
        }),
      );
      return done('The announcement is published');
    }
    const old = this.announcements.find((one) => one.id === id);
    if (!old) return refused(404, 'not_found', 'This does not exist or you may not see it.');
    if (method === 'DELETE') {
      old.state = 'withdrawn';
      return done('The announcement is withdrawn');
    }
    Object.assign(old, JSON.parse(body) as AnnouncementChange);
    this.dismissed.delete(id);
    return done('The announcement is changed');
  }
}
