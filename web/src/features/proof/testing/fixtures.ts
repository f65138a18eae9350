import type { Attachment, Comment, Order, Person, Profile, Topic, Version } from '@/api';
import { usualDetails } from '@/shared/view/details';
import { defaults, type Mark } from '../engine';

export const uuid = (n: number): string => `0190d7a2-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const ana: Person = { id: uuid(101), name: 'Ana Ruiz', avatar: '' };
export const tom: Person = { id: uuid(102), name: 'Tom Becker', avatar: '' };

/** Returns plain text as TipTap JSON. */
export const says = (text: string): string =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

export const profile = (role: Profile['role'], abilities: Profile['abilities'] = {}): Profile => ({
  id: ana.id,
  firstname: 'Ana',
  lastname: 'Ruiz',
  emailAddress: 'ana@northlight.test',
  avatar: '',
  image: '',
  jobTitle: '',
  role,
  roleLabel: '',
  clientId: 'admin',
  isClientWhitelabel: false,
  isClientType: false,
  isApprover: false,
  viewOnly: false,
  timeZone: { label: 'UTC' },
  theme: { brand: '#2563eb' },
  abilities,
  unreadMessages: 0,
  phone: '',
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
});

export const version = (more: Partial<Version> = {}): Version => ({
  id: uuid(11),
  fileName: 'label.png',
  version: 2,
  draftVersion: 0,
  fileType: 'unsupported',
  contentType: 'image/png',
  url: 'http://localhost:3000/files/label.png',
  thumbnail: '',
  fileSizeRaw: 1000,
  createdAt: '2026-11-18T10:00:00Z',
  isInternal: false,
  isInternalApproved: false,
  isAllowedToReview: true,
  isDisabledAnnotation: false,
  isDisabledInternalAnnotation: false,
  pdfAnnotationModule: 'pdfjs',
  fileMeta: { fileSize: 1000, sha256: 'abc' },
  topics: { public: 0, internal: 0 },
  can: {
    approve: true,
    revise: false,
    delete: true,
    seeChecked: true,
    certificate: false,
    annotatePublic: true,
    annotateInternal: true,
  },
  ...more,
});

export const older = version({ id: uuid(12), version: 1, createdAt: '2026-11-12T10:00:00Z' });

export const attachment = (more: Partial<Attachment> = {}): Attachment => ({
  id: uuid(10),
  name: 'Front label',
  type: 'customerReview',
  isDisabledInternalTabAnnotation: false,
  isDisabledPublicTabAnnotation: false,
  attachmentTypeStartFrom: '' as const,
  startingTab: 'public',
  uploadedByType: 'other',
  createdAt: '2026-11-12T10:00:00Z',
  versions: [version(), older],
  can: { publicTab: true, internalTab: true, addVersion: false, requestReview: true, settings: false, delete: false },
  ...more,
});

export const order = (more: Partial<Order> = {}): Order => ({
  id: uuid(1),
  orderId: 'PB-1042',
  orderName: 'Harvest label',
  status: 'in-review',
  progress: 'in-review',
  orderStateStatus: 'IN_REVIEW',
  client: '',
  company: { name: 'Acme Foods' },
  packageName: 'Pro',
  serviceName: 'Label',
  brief: '',
  ...usualDetails,
  createdAt: '2026-11-10T10:00:00Z',
  updatedAt: '2026-11-10T10:00:00Z',
  creator: tom,
  collaborators: [],
  frozen: false,
  archived: false,
  locked: false,
  attachments: { customerReview: [attachment()], suppliedFiles: [], internalReview: [] },
  downloadWithWatermark: { watermarkFile: '', isDownloadWithWatermark: false, isDarkBackground: false },
  reviewActions: [],
  allowedStatuses: [],
  allowedActions: [],
  references: [],
  payg: false,
  workTime: { paused: true },
  can: {
    editDetails: false,
    assign: false,
    collaborate: false,
    watermark: false,
    deleteAttachment: false,
    comment: true,
    upload: [],
    play: false,
    pause: false,
  },
  version: 1,
  position: 1,
  ...more,
});

export const comment = (n: number, more: Partial<Comment> = {}): Comment => ({
  id: uuid(n),
  message: says(`comment ${n}`),
  sender: tom,
  user: tom,
  dateCreated: '2026-11-18T12:00:00Z',
  isTopic: false,
  can: { edit: false, delete: false },
  ...more,
});

export const topic = (n: number, more: Partial<Topic> = {}): Topic => ({
  id: uuid(n),
  topicId: uuid(n),
  message: says(`topic ${n}`),
  sender: tom,
  user: tom,
  dateCreated: '2026-11-18T11:00:00Z',
  isResolve: false,
  isTopic: true,
  annotation: '',
  comments: [],
  version: 1,
  can: { edit: false, delete: false, resolve: true, reply: true },
  ...more,
});

/** Returns a mark on page 1. */
export const mark = (kind: Mark['kind'], points: Mark['points'], radius = 0): Mark => ({
  id: 'm',
  kind,
  page: 1,
  points,
  radius,
  color: 'red',
  strokeWidth: defaults.strokeWidth,
  isUnsaved: false,
  editable: false,
});
