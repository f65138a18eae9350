import type { Attachment, Order, Version } from '../../src/api/generated';
import type { GuestData, NewComment, NewTopic, Topic } from '../../src/api/generated/proof';
import { makeDetail, people, uuid } from '../../tests/fake/data';
import { type FakeAnswer, type FakeRequest, type FakeServer, ok, refused } from '../../tests/fake/server';
import { guestData } from '../../src/features/proof/testing/guest';
import { pdf, png } from '../bench/artwork';
import { site } from './site';

export const label = uuid(5001);
export const brochure = uuid(5002);
export const order = uuid(1000);
export const proofOf = (attachment: string, version?: string) =>
  `/orders/detail/${order}/attachments/${attachment}${version ? `/versions/${version}` : ''}`;

export const says = (text: string) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

/** Returns a rectangle on a page, in page pixels. */
export const boxAt = (x: number, y: number, page = 1) =>
  JSON.stringify({
    className: 'rect',
    attrs: { x, y, width: 80, height: 50, stroke: 'red', strokeWidth: 5, version: 0.2, id: `${x}-${y}` },
    scale: 1,
    page,
  });

export function topic(n: number, more: Partial<Topic> = {}): Topic {
  return {
    id: uuid(20_000 + n),
    topicId: uuid(20_000 + n),
    message: says(`Comment ${n}: a little more air around the name.`),
    sender: people.priya,
    user: people.priya,
    dateCreated: '2026-11-01T10:00:00Z',
    isResolve: false,
    isTopic: true,
    annotation: boxAt(40 + (n % 6) * 80, 60 + (Math.floor(n / 6) % 8) * 80),
    comments: [],
    version: 1,
    can: { edit: true, delete: true, resolve: true, reply: true },
    ...more,
  };
}

const paper = (x: number, y: number) => (((x >> 6) + (y >> 6)) & 1 ? 0xf4efe6 : 0xe9ddc7);
const changed = (x: number, y: number) => (x > 150 && x < 300 && y > 200 && y < 280 ? 0x7a2048 : paper(x, y));

/**
 * Holds the proofs of the first order, their topics and their files in memory. The page receives
 * whatever a test sets here.
 */
export class Proofs {
  topics: Record<string, { public: Topic[]; internal: Topic[] }> = {};
  private readonly opened: Record<string, Set<number>> = {};
  attachments: Attachment[] = [];
  more: Partial<Order> = {};
  /**
   * Replaces the file in the store's answer: a status, no answer, or an answer that never comes.
   */
  file: { status: number } | 'away' | 'slow' | undefined;
  /** Replaces the answer of the server when it returns one. */
  intercept: (request: FakeRequest) => FakeAnswer | undefined = () => undefined;
  private readonly files = new Map<string, { body: Buffer; type: string }>();
  private made = 0;
  private readonly me;

  constructor(private readonly server: FakeServer) {
    this.me = ['owner', 'staff'].includes(server.role) ? people.olivia : people.marcus;
    server.intercept = (request) => this.intercept(request) ?? this.answer(request);
  }

  /**
   * Creates the order with two attachments: an image with two versions, and a document of three
   * pages with two versions.
   */
  async open(): Promise<this> {
    this.files.set('one.png', { body: png(620, 480, paper), type: 'image/png' });
    this.files.set('two.png', { body: png(620, 480, changed), type: 'image/png' });
    this.files.set('book.pdf', { body: await pdf(3), type: 'application/pdf' });
    this.files.set('single.pdf', { body: await pdf(1), type: 'application/pdf' });
    const [stored] = this.server.orders;
    if (!stored) throw new Error('there is no order');
    this.attachments = makeDetail(this.server.card(stored), stored.brief).attachments.customerReview;
    this.attachments.forEach(({ versions, name }, i) => {
      versions.splice(2);
      versions.forEach((version, n) => {
        Object.assign(
          version,
          this.fileOf(i === 0 ? (n === 0 ? 'two.png' : 'one.png') : n === 0 ? 'book.pdf' : 'single.pdf'),
        );
        Object.assign(version, { fileName: name, version: 2 - n, topics: { public: 0, internal: 0 } });
        Object.assign(version.can, { approve: true, revise: true, delete: true, annotateInternal: true });
      });
    });
    site.files = ({ path, headers }) => {
      const { file } = this;
      if (file === 'slow') return new Promise(() => {}); // The request is never answered.
      if (file === 'away') return undefined;
      const found = this.files.get(path.split('/').at(-1) ?? '');
      if (file || !found) return { status: file?.status ?? 404 };
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.get('range') ?? '') ?? [];
      const body = from ? found.body.subarray(Number(from), Number(to) + 1) : found.body;
      return { status: from ? 206 : 200, body, headers: { 'Content-Type': found.type } };
    };
    return this;
  }

  /** Stores another file and returns the fields of a version that shows it. */
  put(name: string, body: Buffer, type: string): Partial<Version> {
    this.files.set(name, { body, type });
    return this.fileOf(name);
  }

  fileOf(name: string): Partial<Version> {
    const { body, type } = this.files.get(name) ?? { body: Buffer.alloc(0), type: '' };
    return {
      url: `/files/${name}`,
      contentType: type,
      fileType: type === 'application/pdf' ? 'pdf' : type.startsWith('image/') ? 'image' : 'unsupported',
      fileMeta: { fileSize: body.length, sha256: `${name} ${body.length}` },
    };
  }

  of(attachment: string): Attachment {
    const found = this.attachments.find(({ id }) => id === attachment);
    if (!found) throw new Error('there is no such proof');
    return found;
  }

  /** Returns the newest version of a proof. */
  newest(attachment: string): Version {
    const [version] = this.of(attachment).versions;
    if (!version) throw new Error('the proof has no version');
    return version;
  }

  set(version: Version, all: Topic[], internal: Topic[] = []): void {
    this.topics[version.id] = { public: all, internal };
  }

  guest(more: Partial<GuestData> = {}): FakeAnswer {
    return ok(
      guestData({
        orderId: order,
        orderName: 'Autumn harvest jar label',
        attachments: this.attachments.map((each) => ({ ...each, versions: each.versions.toReversed() })),
        ...more,
      }),
    );
  }

  private answer({ method, path: whole, body }: FakeRequest): FakeAnswer | undefined {
    const path = whole.replace(/^\/api(\/[cd](?=\/))?/, '');
    const [stored] = this.server.orders;
    if (method === 'GET' && path === `/order/${order}` && stored) {
      const detail = makeDetail(this.server.card(stored), stored.brief);
      const attachments = { customerReview: this.attachments, internalReview: [], suppliedFiles: [] };
      return ok({ order: { ...detail, attachments, ...this.more }, position: this.server.position });
    }
    if (path === '/g/guest/data') return this.guest();
    if (path.endsWith('/guest')) return ok({ guests: [] });
    const [, versionId = '', rest = ''] = /\/version\/([^/]+)(.*)$/.exec(path) ?? [];
    if (!versionId) return undefined;
    const held = (this.topics[versionId] ??= { public: [], internal: [] });
    if (method === 'GET') return ok(held);
    const [, kind = '', id = '', what = ''] = rest.split('/');
    const json = JSON.parse(body || '{}') as Partial<NewTopic & NewComment> & { topicId?: string; data?: boolean };
    const all = [...held.public, ...held.internal];
    const found = all.find((each) => each.id === (json.topicId ?? id));
    if (kind === 'annotation' && !id) {
      const made = topic((this.made += 1) + 500, { sender: this.me, user: this.me });
      held[json.public ? 'public' : 'internal'].push({
        ...made,
        message: json.message ?? '',
        annotation: json.annotation ?? '',
      });
      return this.done(made.id);
    }
    if (kind === 'pages') {
      const opened = (this.opened[versionId] ??= new Set());
      for (const page of (JSON.parse(body || '{}') as { pages?: number[] }).pages ?? []) opened.add(page);
      return ok([...opened].toSorted((a, b) => a - b).map((page) => ({ from: page, to: page })));
    }
    if (!found) return refused(404, 'not_found', 'This comment is not here any more.');
    if (kind === 'update') found.annotation = json.annotation ?? '';
    if (what === 'resolve') found.isResolve = json.data === true;
    if (what === 'comment') {
      const { comments: _none, annotation: _no, version: _v, topicId: _t, isResolve: _r, ...words } = found;
      const said = {
        ...words,
        id: uuid(30_000 + (this.made += 1)),
        message: json.message ?? '',
        sender: this.me,
        isTopic: false,
      };
      found.comments.push({ ...said, can: { edit: true, delete: true } });
    }
    if (method === 'DELETE') {
      for (const tab of ['public', 'internal'] as const) held[tab] = held[tab].filter((each) => each !== found);
    }
    return this.done(found.id);
  }

  private done(id: string): FakeAnswer {
    this.server.position += 1;
    const data = { orderId: order, id, version: 2, position: this.server.position };
    return { json: { success: true, message: 'Done.', data } };
  }
}
