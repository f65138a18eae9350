import type { Card, Message, Order, Profile, Role, Status, Version } from '@/api/generated';

/** A small company for tests without a server. Its people, orders and dates are fixed. */
export const now = '2026-11-20T10:00:00Z';

export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

const day = 86_400_000;
export const at = (days: number): string => new Date(new Date(now).getTime() + days * day).toISOString();

export const people = {
  olivia: { id: uuid(1), name: 'Olivia Hartmann', avatar: '' },
  sam: { id: uuid(2), name: 'Sam Whitfield', avatar: '' },
  priya: { id: uuid(3), name: 'Priya Raman', avatar: '' },
  marcus: { id: uuid(4), name: 'Marcus Lindqvist', avatar: '' },
  dana: { id: uuid(5), name: 'Dana Okafor', avatar: '' },
};

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

const spread: Status[] = [
  'in-progress',
  'in-review',
  'ready-to-go',
  'queue',
  'draft',
  'approved',
  'in-progress',
  'on-hold',
  'in-review',
  'ready-to-go',
  'completed',
  'gr-revision',
  'queue',
  'cancelled',
  'in-review',
  'in-progress',
  'approved',
  'draft',
  'on-hold',
  'queue',
  'ready-to-go',
  'in-progress',
  'completed',
  'in-review',
];

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

export type StoredOrder = Omit<
  Card,
  'allowedDrops' | 'allowedStatuses' | 'allowedActions' | 'orderStateStatus' | 'positionOrder'
> & {
  brief: string;
};

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
      orderCreator: { ...(i % 2 ? people.sam : people.olivia), image: '' },
      serviceName: services[i % services.length] ?? '',
      createdAt: at(-40 + i),
      updatedAt: at(-3),
      dueDate: i % 6 === 5 ? undefined : at([9, 1, -2, 20][i % 4] ?? 5),
      operator: i % 3 === 2 ? undefined : { id: people.priya.id, image: '', label: people.priya.name },
      rank: String(i).padStart(6, '0'),
      version: 3,
      position: 100 + i,
      frozen: i === 15,
      archived: false,
      holdReason: status === 'on-hold' ? 'Waiting for the new logo from the client' : undefined,
      priority: 'normal' as const,
      priorityWarning: undefined,
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
  return {
    id: person.id,
    firstname,
    lastname,
    emailAddress: `${firstname.toLowerCase()}@${customer ? 'acme' : 'northlight'}.test`,
    avatar: '',
    image: '',
    jobTitle: customer ? 'Brand Manager' : 'Production',
    role,
    roleLabel: customer ? 'Account Owner' : 'Manager',
    clientId: customer ? 'customer' : 'admin',
    isClientWhitelabel: false,
    isClientType: false,
    myProofApprovalWorkflowPreference: customer,
    isApprover: true,
    viewOnly: false,
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
    mustAddFactor: false,
    dashboardTourGuide: false,
    userMenuTourGuide: false,
    manageProfileTourGuide: false,
    manageInvoiceTourGuide: false,
    teamMemberTourGuide: false,
    generalSettingsTourGuide: false,
    createNewOrderTourGuide: false,
    createTeamMemberTourGuide: false,
    managePaymentTourGuide: false,
    addNewPaymentMethodTourGuide: false,
    deleteAccountTourGuide: false,
    selectServiceTourGuide: false,
    isProfileComplete: true,
    isClientProfileComplete: true,
    profileGate: { asks: 'nothing', closed: false },
  };
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

function makeVersion(n: number, fileName: string, version: number): Version {
  return {
    id: uuid(7000 + n * 10 + version),
    fileName,
    version,
    draftVersion: 0,
    fileType: fileName.endsWith('.pdf') ? 'pdf' : fileName.endsWith('.psd') ? 'unsupported' : 'image',
    contentType: 'image/png',
    url: '',
    thumbnail: '',
    fileSizeRaw: 1_482_122 * n,
    createdAt: at(-n),
    uploadedBy: people.priya,
    isInternal: false,
    isInternalApproved: version === 2,
    isAllowedToReview: true,
    isDisabledAnnotation: false,
    isDisabledInternalAnnotation: false,
    pdfAnnotationModule: 'pdfjs',
    fileMeta: { fileSize: 1_482_122 * n, sha256: '00' },
    topics: { public: n % 3, internal: 0 },
    can: {
      approve: false,
      revise: false,
      delete: false,
      seeChecked: true,
      certificate: version === 2,
      annotatePublic: true,
      annotateInternal: false,
    },
  };
}

function makeAttachment(
  n: number,
  name: string,
  type: 'customerReview' | 'suppliedFiles' | 'internalReview',
  versions: number,
) {
  return {
    id: uuid(5000 + n),
    name,
    type,
    isDisabledInternalTabAnnotation: false,
    isDisabledPublicTabAnnotation: false,
    attachmentTypeStartFrom: '' as const,
    startingTab: 'public' as const,
    uploadedByType: type === 'suppliedFiles' ? ('customer' as const) : ('other' as const),
    createdAt: at(-n),
    versions: Array.from({ length: versions }, (_, i) => makeVersion(n, name, versions - i)),
    can: { publicTab: true, internalTab: true, addVersion: true, requestReview: true, settings: true, delete: n === 1 },
  };
}

export function makeDetail(card: Card, brief: string): Order {
  return {
    id: card.id,
    orderId: card.orderId,
    orderName: card.orderName,
    status: card.status,
    progress: card.status,
    orderStateStatus: card.orderStateStatus,
    client: card.client,
    company: card.company,
    packageName: card.packageName,
    serviceId: uuid(301),
    serviceName: card.serviceName,
    brief: JSON.stringify({
      type: 'doc',
      content: brief.split('\n').map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
    }),
    priority: 'high',
    createdAt: card.createdAt,
    updatedAt: card.updatedAt,
    dueDate: card.dueDate,
    creator: { ...people.olivia, role: 'owner' },
    operator: { ...people.priya, role: 'operator' },
    manager: { ...people.marcus, role: 'manager' },
    collaborators: [{ ...people.sam, role: 'staff', isApprover: true }],
    frozen: card.frozen,
    archived: card.archived,
    locked: false,
    holdReason: card.holdReason,
    attachments: {
      customerReview: [
        makeAttachment(1, 'harvest-jar-label.png', 'customerReview', 3),
        makeAttachment(2, 'brochure-spread.pdf', 'customerReview', 2),
      ],
      suppliedFiles: [makeAttachment(3, 'logo-source-files-from-the-print-shop.psd', 'suppliedFiles', 1)],
      internalReview: [makeAttachment(4, 'proof-internal.jpg', 'internalReview', 1)],
    },
    downloadWithWatermark: { watermarkFile: '', isDownloadWithWatermark: false, isDarkBackground: false },
    reviewActions: [],
    allowedStatuses: card.allowedStatuses,
    allowedActions: card.allowedActions,
    references: [],
    payg: false,
    workTime: card.workTime ?? { paused: true },
    can: {
      play: card.status === 'in-progress' && card.workTime?.paused !== false,
      pause: card.workTime?.paused === false,
      editDetails: true,
      assign: false,
      collaborate: true,
      watermark: true,
      deleteAttachment: true,
      comment: true,
      upload: ['customerReview', 'suppliedFiles'],
    },
    version: card.version,
    position: card.position,
  };
}

export function makeMessages(count: number): Message[] {
  return Array.from({ length: count }, (_, i) => ({
    id: uuid(9000 + i),
    group: `order-${i}`,
    title: names[i % names.length] ?? '',
    message: i % 2 ? `${people.priya.name} moved the order to In Review` : `${people.olivia.name} commented on a proof`,
    excerpt: i % 2 ? undefined : 'The green of the lid is not the green of the jar',
    created: at(-i / 3 - 0.01),
    isRead: i > 2,
    avatar: '',
    username: i % 2 ? people.priya.name : people.olivia.name,
    status: 'info',
    totalMessage: i === 0 ? 3 : 1,
    totalRead: i > 2 ? 1 : 0,
    data: {
      target: i % 2 ? 'order-detail' : 'attachment-annotation',
      targetId:
        i % 2
          ? { cardId: uuid(1000 + i) }
          : {
              cardId: uuid(1000),
              attachmentId: uuid(5001),
              versionId: uuid(7013),
              commentId: uuid(8001),
              public: true,
            },
      widgetType: i % 2 ? 'order-move' : 'order-comment-customer',
      cardNumber: `PB-${1042 + i}`,
      cardTitle: names[i % names.length] ?? '',
      cardProgress: 'in-review',
    },
  }));
}
