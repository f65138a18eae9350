import type { Attachment, Card, Message, Order, Profile, Role, Status, Version } from '@/api/generated';
import { usualDetails } from '@/shared/view/details';
import { at, people, uuid } from './fixed';
import { type Part, sample } from './openapi';

export { at, now, people, uuid } from './fixed';

const services = ['Label artwork', 'Brochure', 'Packaging dieline', 'Social campaign', 'Catalogue'];
const names = [
  'Autumn harvest jar label',
  'Trade fair brochure, 12 pages',
  'Organic oat bar wrapper with multilingual nutrition table',
  'Gift box sleeve',
  'Recipe cards for the winter range',
  'Shelf talker',
  'Price list 2027',
  'Olive oil bottle front and back',
  'Advent calendar',
  'Delivery van lettering',
];
const customers = ['Acme Foods', 'Kaffeerösterei Blum und Söhne', 'Harbor Deli', 'Verdant'];

const spread = (
  'in-progress in-review ready-to-go queue draft approved in-progress on-hold ' +
  'in-review ready-to-go completed gr-revision queue cancelled in-review in-progress ' +
  'approved draft on-hold queue ready-to-go in-progress completed in-review'
).split(' ') as Status[];

const states: Record<Status, Card['orderStateStatus']> = {
  draft: 'DRAFT_CARD',
  queue: 'QUEUE_CARD',
  'ready-to-go': 'READY_TO_GO',
  'in-progress': 'IN_PROGRESS',
  'gr-revision': 'ACTIVE_CARD',
  'in-review': 'IN_REVIEW',
  'on-hold': 'ON_HOLD',
  approved: 'APPROVED',
  completed: 'APPROVED',
  cancelled: 'CANCELLED',
};
export const stateOf = (status: Status): Card['orderStateStatus'] => states[status];

type Rights = 'allowedDrops' | 'allowedStatuses' | 'allowedActions' | 'orderStateStatus' | 'positionOrder';
export type StoredOrder = Omit<Card, Rights> & { brief: string };

export function makeOrders(count = 24): StoredOrder[] {
  return Array.from({ length: count }, (_, i) => {
    const status = spread[i % spread.length] ?? 'draft';
    return {
      id: uuid(1000 + i),
      orderId: `PB-${1042 + i}`,
      orderName: names[i % names.length] ?? '',
      status,
      client: i % 4 === 3 ? 'Brightside Agency' : 'Northlight',
      company: { name: customers[i % customers.length] ?? '' },
      packageName: i % 3 === 0 ? 'Professional' : 'Starter',
      orderCreator: { ...(i % 2 ? people.sam : people.olivia), avatar: undefined, image: '' },
      serviceName: services[i % services.length] ?? '',
      createdAt: at(-40 + i),
      updatedAt: at(-3),
      dueDate: i % 6 === 5 ? undefined : at([9, 1, -2, 20][i % 4] ?? 5),
      dueSoonAt: i % 6 === 5 ? undefined : at(([9, 1, -2, 20][i % 4] ?? 5) - 2),
      operator: i % 3 === 2 ? undefined : { id: people.priya.id, image: '', label: people.priya.name },
      rank: String(i).padStart(6, '0'),
      version: 3,
      position: 100 + i,
      frozen: i === 15,
      archived: false,
      holdReason: status === 'on-hold' ? 'Waiting for the new logo from the client' : undefined,
      ...usualDetails,
      attachments: Array.from({ length: i % 5 }, (_, n) => ({ uploadedByType: n % 2 ? 'other' : 'customer' })),
      workTime: { paused: true },
      openTopics: i % 3,
      brief: 'Keep the hand-drawn look. The barcode moves to the back.\nAll colours in CMYK.',
    };
  });
}

export function makeProfile(role: Role): Profile {
  const customer = role === 'owner' || role === 'staff';
  const person = customer ? people.olivia : people.marcus;
  const [firstname = '', lastname = ''] = person.name.split(' ');
  return sample<Profile>('Profile', {
    id: person.id,
    firstname,
    lastname,
    emailAddress: `${firstname.toLowerCase()}@${customer ? 'acme' : 'northlight'}.test`,
    jobTitle: customer ? 'Brand Manager' : 'Production',
    role,
    roleLabel: customer ? 'Account Owner' : 'Manager',
    clientId: customer ? 'customer' : 'admin',
    myProofApprovalWorkflowPreference: customer,
    isApprover: true,
    company: customer ? 'Acme Foods' : 'Northlight Studio',
    timeZone: { label: 'UTC' },
    theme: { brand: '#2563eb', name: 'Proofboard' },
    abilities: {
      'create-order': customer ? ['read', 'create'] : [],
      'order-list-company-name': ['read'],
      'filter-creator': ['read'],
      'filter-manager': ['read'],
      'filter-operator': ['read'],
      ...(customer ? {} : { 'filter-client': ['read'], 'filter-customer': ['read'] }),
      'change-status': ['update'],
      'internal-comment': customer ? [] : ['read', 'create'],
      'working-time': customer ? [] : ['read', 'update'],
      'manage-storage': customer ? ['read'] : [],
      'manage-plans': role === 'admin' ? ['read', 'update'] : [],
      'manage-team': role === 'owner' ? ['read', 'update'] : [],
      'manage-users': role === 'admin' ? ['read', 'update'] : [],
      'manage-clients': role === 'admin' ? ['read', 'update'] : [],
      'manage-announcements': role === 'admin' ? ['read', 'create', 'update', 'delete'] : [],
      'manage-business-hours': role === 'admin' ? ['read', 'update'] : [],
      impersonation: role === 'admin' ? ['read', 'create'] : [],
      'delete-account': role === 'owner' ? ['create'] : [],
      'company-information': role === 'owner' ? ['read', 'update'] : [],
      'tour-guide': customer || role === 'admin' ? ['read'] : [],
      'billing-info': role === 'owner' ? ['read', 'create', 'update', 'delete'] : [],
      'nav-payment': role === 'owner' ? ['read'] : [],
      'nav-manage-profile': ['read'],
      'nav-payg-customer-info': customer ? [] : ['read'],
      'nav-customer-reporting': customer ? ['read'] : [],
      'nav-user-reporting': customer || role === 'operator' || role === 'cso' ? [] : ['read'],
      'payg-cart': role === 'owner' ? ['read', 'update'] : [],
      'nav-team-member': role === 'owner' ? ['read'] : [],
      'page-workflow-editor': role === 'owner' ? ['visit'] : [],
    },
    unreadMessages: 12,
    phone: '0151 2345 678',
    emailIsVerified: true,
    isProfileComplete: true,
    isClientProfileComplete: true,
    profileGate: { asks: 'nothing' },
  });
}

/** The owner of a reseller, Brightside Agency. */
export const makeReseller = (): Profile => ({
  ...makeProfile('owner'),
  clientId: 'brightside',
  company: 'Brightside Agency',
  isClientWhitelabel: true,
  isClientType: true,
  myProofApprovalWorkflowPreference: false,
  theme: { brand: '#0f766e', name: 'Brightside Agency' },
});

const kinds: Record<string, Version['fileType']> = { pdf: 'pdf', psd: 'unsupported' };

const makeVersion = (n: number, fileName: string, version: number): Part<Version> => ({
  id: uuid(7000 + n * 10 + version),
  fileName,
  version,
  fileType: kinds[fileName.slice(-3)] ?? 'image',
  contentType: 'image/png',
  fileSizeRaw: 1_482_122 * n,
  createdAt: at(-n),
  uploadedBy: people.priya,
  isInternalApproved: version === 2,
  isAllowedToReview: true,
  pdfAnnotationModule: 'pdfjs',
  fileMeta: { fileSize: 1_482_122 * n, sha256: '00' },
  topics: { public: n % 3 },
  can: { seeChecked: true, certificate: version === 2, annotatePublic: true },
});

const makeAttachment = (n: number, name: string, type: Attachment['type'], versions: number): Part<Attachment> => ({
  id: uuid(5000 + n),
  name,
  type,
  attachmentTypeStartFrom: '',
  uploadedByType: type === 'suppliedFiles' ? 'customer' : 'other',
  createdAt: at(-n),
  versions: Array.from({ length: versions }, (_, i) => makeVersion(n, name, versions - i)),
  can: { publicTab: true, internalTab: true, addVersion: true, requestReview: true, settings: true, delete: n === 1 },
});

/** What an order's page shows besides what its card has. */
type OfCard = keyof Card & keyof Order;
const ofCard = (
  'id orderId orderName status orderStateStatus client company packageName serviceName createdAt updatedAt dueDate ' +
  'frozen archived holdReason fullSlots allowedStatuses allowedActions workTime version position'
).split(' ') as OfCard[];

export function makeDetail(card: Card, brief: string): Order {
  const content = brief.split('\n').map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
  return sample('Order', {
    ...Object.fromEntries(ofCard.map((name) => [name, card[name]])),
    progress: card.status,
    serviceId: uuid(301),
    brief: JSON.stringify({ type: 'doc', content }),
    priority: 'high',
    creator: { ...people.olivia, role: 'owner' },
    operator: { ...people.priya, role: 'operator' },
    manager: { ...people.marcus, role: 'manager' },
    collaborators: [{ ...people.sam, role: 'staff', isApprover: true }],
    attachments: {
      customerReview: [
        makeAttachment(1, 'harvest-jar-label.png', 'customerReview', 3),
        makeAttachment(2, 'brochure-spread.pdf', 'customerReview', 2),
      ],
      suppliedFiles: [makeAttachment(3, 'logo-source-files-from-the-print-shop.psd', 'suppliedFiles', 1)],
      internalReview: [makeAttachment(4, 'proof-internal.jpg', 'internalReview', 1)],
    },
    can: {
      play: card.status === 'in-progress' && card.workTime?.paused !== false,
      pause: card.workTime?.paused === false,
      editDetails: true,
      collaborate: true,
      watermark: true,
      deleteAttachment: true,
      comment: true,
      upload: ['customerReview', 'suppliedFiles'],
    },
  });
}

const aboutTopic = { attachmentId: uuid(5001), versionId: uuid(7013), commentId: uuid(8001), public: true };

export const makeMessages = (count: number): Message[] =>
  Array.from({ length: count }, (_, i) => {
    const moved = i % 2 === 1;
    const title = names[i % names.length] ?? '';
    const username = moved ? people.priya.name : people.olivia.name;
    return sample<Message>('Message', {
      id: uuid(9000 + i),
      group: `order-${i}`,
      title,
      message: `${username} ${moved ? 'moved the order to In Review' : 'commented on a proof'}`,
      excerpt: moved ? undefined : 'The green of the lid is not the green of the jar',
      created: at(-i / 3 - 0.01),
      isRead: i > 2,
      username,
      totalMessage: i === 0 ? 3 : 1,
      totalRead: i > 2 ? 1 : 0,
      data: {
        target: moved ? 'order-detail' : 'attachment-annotation',
        targetId: moved ? { cardId: uuid(1000 + i) } : { cardId: uuid(1000), ...aboutTopic },
        widgetType: moved ? 'order-move' : 'order-comment-customer',
        cardNumber: `PB-${1042 + i}`,
        cardTitle: title,
        cardProgress: 'in-review',
      },
    });
  });
