import { baseApi as api } from "../request/base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    businessHours: build.query<BusinessHoursApiResponse, BusinessHoursApiArg>({
      query: () => ({ url: `/general/business-hours` }),
    }),
    officeHours: build.query<OfficeHoursApiResponse, OfficeHoursApiArg>({
      query: () => ({ url: `/general/business-hours/settings` }),
    }),
    saveOfficeHours: build.mutation<
      SaveOfficeHoursApiResponse,
      SaveOfficeHoursApiArg
    >({
      query: (queryArg) => ({
        url: `/general/business-hours/settings`,
        method: "PUT",
        body: queryArg.officeHours,
      }),
    }),
    announcements: build.query<AnnouncementsApiResponse, AnnouncementsApiArg>({
      query: () => ({ url: `/g/announcements` }),
    }),
    build: build.query<BuildApiResponse, BuildApiArg>({
      query: () => ({ url: `/g/version` }),
    }),
    listAnnouncements: build.query<
      ListAnnouncementsApiResponse,
      ListAnnouncementsApiArg
    >({
      query: () => ({ url: `/announcements` }),
    }),
    publishAnnouncement: build.mutation<
      PublishAnnouncementApiResponse,
      PublishAnnouncementApiArg
    >({
      query: (queryArg) => ({
        url: `/announcements`,
        method: "POST",
        body: queryArg.announcementChange,
      }),
    }),
    previewAnnouncement: build.mutation<
      PreviewAnnouncementApiResponse,
      PreviewAnnouncementApiArg
    >({
      query: (queryArg) => ({
        url: `/announcements/preview`,
        method: "POST",
        body: queryArg.announcementText,
      }),
    }),
    changeAnnouncement: build.mutation<
      ChangeAnnouncementApiResponse,
      ChangeAnnouncementApiArg
    >({
      query: (queryArg) => ({
        url: `/announcements/${encodeURIComponent(String(queryArg.announcementId))}`,
        method: "PUT",
        body: queryArg.announcementChange,
      }),
    }),
    withdrawAnnouncement: build.mutation<
      WithdrawAnnouncementApiResponse,
      WithdrawAnnouncementApiArg
    >({
      query: (queryArg) => ({
        url: `/announcements/${encodeURIComponent(String(queryArg.announcementId))}`,
        method: "DELETE",
      }),
    }),
    dismissAnnouncement: build.mutation<
      DismissAnnouncementApiResponse,
      DismissAnnouncementApiArg
    >({
      query: (queryArg) => ({
        url: `/announcements/${encodeURIComponent(String(queryArg.announcementId))}/dismissal`,
        method: "PUT",
      }),
    }),
    gettingStarted: build.query<
      GettingStartedApiResponse,
      GettingStartedApiArg
    >({
      query: () => ({ url: `/getting-started` }),
    }),
    saveTour: build.mutation<SaveTourApiResponse, SaveTourApiArg>({
      query: (queryArg) => ({
        url: `/profile/tour/${encodeURIComponent(String(queryArg.tour))}`,
        method: "PUT",
        body: queryArg.tourChange,
      }),
    }),
    myWork: build.query<MyWorkApiResponse, MyWorkApiArg>({
      query: () => ({ url: `/work` }),
    }),
    slots: build.query<SlotsApiResponse, SlotsApiArg>({
      query: (queryArg) => ({
        url: `/slots`,
        params: {
          orderId: queryArg.orderId,
        },
      }),
    }),
    images: build.query<ImagesApiResponse, ImagesApiArg>({
      query: (queryArg) => ({
        url: `/order/images`,
        params: {
          search: queryArg.search,
          orderId: queryArg.orderId,
          serviceId: queryArg.serviceId,
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedShellApi };
export type BusinessHoursApiResponse =
  /** status 200 The business hours */ BusinessHoursAnswer;
export type BusinessHoursApiArg = void;
export type OfficeHoursApiResponse =
  /** status 200 The hours */ OfficeHoursAnswer;
export type OfficeHoursApiArg = void;
export type SaveOfficeHoursApiResponse = /** status 200 Done */ Plain;
export type SaveOfficeHoursApiArg = {
  officeHours: OfficeHours;
};
export type AnnouncementsApiResponse =
  /** status 200 The announcements, the newest first */ AnnouncementsAnswer;
export type AnnouncementsApiArg = void;
export type BuildApiResponse = /** status 200 The build */ BuildAnswer;
export type BuildApiArg = void;
export type ListAnnouncementsApiResponse =
  /** status 200 The announcements, the newest first */ AnnouncementListAnswer;
export type ListAnnouncementsApiArg = void;
export type PublishAnnouncementApiResponse = /** status 200 Done */ Plain;
export type PublishAnnouncementApiArg = {
  announcementChange: AnnouncementChange;
};
export type PreviewAnnouncementApiResponse =
  /** status 200 The text */ AnnouncementTextAnswer;
export type PreviewAnnouncementApiArg = {
  announcementText: AnnouncementText;
};
export type ChangeAnnouncementApiResponse = /** status 200 Done */ Plain;
export type ChangeAnnouncementApiArg = {
  announcementId: string;
  announcementChange: AnnouncementChange;
};
export type WithdrawAnnouncementApiResponse = /** status 200 Done */ Plain;
export type WithdrawAnnouncementApiArg = {
  announcementId: string;
};
export type DismissAnnouncementApiResponse = /** status 200 Done */ Plain;
export type DismissAnnouncementApiArg = {
  announcementId: string;
};
export type GettingStartedApiResponse =
  /** status 200 The first steps, each true once it is done */ GettingStartedAnswer;
export type GettingStartedApiArg = void;
export type SaveTourApiResponse = /** status 200 Done */ Plain;
export type SaveTourApiArg = {
  tour: TourName;
  tourChange: TourChange;
};
export type MyWorkApiResponse = /** status 200 Sections of orders */ WorkAnswer;
export type MyWorkApiArg = void;
export type SlotsApiResponse =
  /** status 200 Slots, and the place in the queue */ SlotsAnswer;
export type SlotsApiArg = {
  /** whose customer is meant; the caller's own without */
  orderId?: string;
};
export type ImagesApiResponse = /** status 200 A page of images */ ImagesAnswer;
export type ImagesApiArg = {
  /** a part of the name of the file or the order, or the order's number */
  search?: string;
  /** only of this order */
  orderId?: string;
  /** only of orders of this service */
  serviceId?: string;
  /** `next` of the page before */
  after?: string;
  limit?: number;
};
export type Success = boolean;
export type OpeningTimes = {
  open?: string;
  close?: string;
  /** nobody is there now */
  isClose: boolean;
};
export type NextDay = {
  /** absent on a day on which nobody is there */
  open?: string;
  /** nobody is there on that day */
  isClose: boolean;
};
export type NextOpening = {
  open: string;
  /** Monday */
  dayOfWeek: string;
};
export type BusinessHours = {
  localeTime: string;
  officeTime: string;
  /** of the IANA database, empty if no hours are set */
  officeTimeZone: string;
  officeCurrentOpenHours: OpeningTimes;
  localeCurrentOpenHours: OpeningTimes;
  tomorrowOpenHours: NextDay;
  nextOpenHours?: NextOpening;
  description: string;
};
export type BusinessHoursAnswer = {
  success: Success;
  data: BusinessHours;
};
export type RefusedError = {
  /** stable, for instance order.move_not_allowed */
  reason: string;
  /** the OAuth2 name on the token calls */
  name?: string;
  requestId?: string;
  /** the scope that the access token lacks */
  tokenScope?: string;
  /** the scope of the X-CSRF-Token that the call needs */
  csrfScope?: string;
};
export type ActionName =
  | "published"
  | "draft"
  | "queue"
  | "ready-to-go"
  | "on-hold"
  | "resume"
  | "cancelled"
  | "restore"
  | "gr-revision"
  | "freeze"
  | "unfreeze"
  | "archive"
  | "delete"
  | "duplicate";
export type Way = {
  via: "board" | "status" | "review" | "action";
  action?: ActionName;
  /** of its button */
  label: string;
  /** the roles that have it */
  roles: string[];
  /** to the caller now */
  open: boolean;
};
export type Refusal = {
  rule: string;
  from?: string;
  to?: string;
  role: string;
  /** the targets this role has now */
  allowed: string[];
  /** the roles that could do it */
  allowedRoles: string[];
  /** other ways to the same end; absent for none */
  ways?: Way[];
};
export type Person = {
  id: string;
  name: string;
  avatar: string;
  role?: string;
};
export type Status =
  | "draft"
  | "queue"
  | "ready-to-go"
  | "in-progress"
  | "gr-revision"
  | "in-review"
  | "on-hold"
  | "approved"
  | "completed"
  | "cancelled";
export type Meanwhile = {
  by?: Person;
  /** the last thing that was done, in words after the name in by, which is absent for the product itself */
  what: string;
  status?: Status;
  at: string;
  /** send this as expectedVersion to do it all the same */
  version: number;
  /** whether the state of the order, or a version or a decision of the file was changed; details do not count */
  decisive: boolean;
};
export type RefusedData = {
  refusal?: Refusal;
  meanwhile?: Meanwhile;
};
export type Refused = {
  success: boolean;
  message: string;
  messages: string[];
  error: RefusedError;
  /** the session has ended; sign in again */
  reauth?: boolean;
  data?: RefusedData;
};
export type OpenHours = {
  opens: number;
  closes: number;
};
export type Holiday = {
  /** like 2026-12-25 */
  date: string;
  name: string;
};
export type OfficeHours = {
  /** of the IANA database */
  timeZone: string;
  /** from Sunday to Saturday */
  days: OpenHours[];
  holidays: Holiday[];
  description: string;
};
export type OfficeHoursAnswer = {
  success: Success;
  data: OfficeHours;
};
export type Plain = {
  success: Success;
  message: string;
};
export type AnnouncementStyles = {
  /** #rrggbb */
  backgroundColor: string;
  /** #rrggbb; the contrast is at least 4.5 */
  textColor: string;
};
export type Announcement = {
  id: string;
  html: string;
  styles: AnnouncementStyles;
  /** it cannot be dismissed */
  lasting: boolean;
};
export type AnnouncementsAnswer = {
  success: Success;
  data: Announcement[];
  /** when an announcement begins or ends next */
  changesAt?: string;
};
export type BuildData = {
  /** empty for a server without the web app */
  build: string;
};
export type BuildAnswer = {
  success: Success;
  data: BuildData;
};
export type Role =
  | "owner"
  | "staff"
  | "operator"
  | "manager"
  | "creative_manager"
  | "production_manager"
  | "cso"
  | "guest"
  | "admin";
export type AnnouncementState = "scheduled" | "shown" | "over" | "withdrawn";
export type ManagedAnnouncement = {
  id: string;
  html: string;
  styles: AnnouncementStyles;
  lasting: boolean;
  roles: Role[];
  clients: string[];
  startsAt: string;
  endsAt?: string;
  state: AnnouncementState;
  publishedAt: string;
  /** how many people have dismissed it */
  dismissals: number;
};
export type AnnouncementListAnswer = {
  success: Success;
  data: ManagedAnnouncement[];
};
export type AnnouncementChange = {
  html: string;
  styles: AnnouncementStyles;
  lasting: boolean;
  /** roles whose people see it; empty for every role */
  roles: Role[];
  /** clients whose people see it; empty for all */
  clients: string[];
  /** absent: now */
  startsAt?: string;
  /** absent: when it is withdrawn */
  endsAt?: string;
};
export type CleanText = {
  html: string;
};
export type AnnouncementTextAnswer = {
  success: Success;
  data: CleanText;
};
export type AnnouncementText = {
  html: string;
};
export type GettingStarted = {
  /** somebody else works for the design service or is invited */
  staff: boolean;
  /** there is a customer */
  customer: boolean;
  /** a service can be ordered */
  catalogue: boolean;
  /** direct customers are offered a plan */
  plan: boolean;
  /** the design service has a logo or a colour of its own */
  brand: boolean;
  /** the caller does not want to see the list */
  dismissed: boolean;
};
export type GettingStartedAnswer = {
  success: Success;
  data: GettingStarted;
};
export type TourName =
  | "dashboard"
  | "userMenu"
  | "manageProfile"
  | "manageInvoice"
  | "teamMember"
  | "generalSettings"
  | "createNewOrder"
  | "createTeamMember"
  | "managePayment"
  | "addNewPaymentMethod"
  | "deleteAccount"
  | "selectService"
  | "gettingStarted"
  | "all";
export type TourChange = {
  /** whether it is still to be offered */
  data: boolean;
};
export type CardState =
  | "ACTIVE_CARD"
  | "READY_TO_GO"
  | "QUEUE_CARD"
  | "DRAFT_CARD"
  | "IN_PROGRESS"
  | "IN_REVIEW"
  | "ON_HOLD"
  | "APPROVED"
  | "CANCELLED";
export type OrderCompany = {
  name: string;
};
export type CardOrderCreator = {
  id: string;
  image: string;
  name: string;
};
export type CardOperator = {
  id: string;
  image: string;
  label: string;
};
export type CardFile = {
  uploadedByType: "customer" | "other";
};
export type OrderPerson = {
  id: string;
  name: string;
  avatar: string;
  role?: string;
  isApprover?: boolean;
};
export type WorkTime = {
  /** no timer runs */
  paused: boolean;
  /** finished working time, absent for none */
  worked?: number;
  /** absent where none is allocated */
  allocated?: number;
  /** share of the allocated time, the running timer included (D-37) */
  percent?: number;
  /** when the running timer started */
  since?: string;
  by?: OrderPerson;
};
export type DropTarget =
  "active" | "queue" | "in-progress" | "in-review" | "on-hold" | "approved";
export type Card = {
  id: string;
  /** the number people use */
  orderId: string;
  orderStateStatus: CardState;
  /** place in its zone from 0; people count from 1 */
  positionOrder: number;
  /** how urgent the order is (D-73) */
  priority: "normal" | "high" | "urgent";
  client: string;
  company: OrderCompany;
  packageName: string;
  orderCreator: CardOrderCreator;
  orderName: string;
  serviceName: string;
  createdAt: string;
  updatedAt: string;
  dueDate?: string;
  /** from when it is due soon: two working days before, by the present business hours (D-94) */
  dueSoonAt?: string;
  operator?: CardOperator;
  status: Status;
  /** manual order inside a zone, compared byte by byte */
  rank: string;
  version: number;
  /** of the order's last event */
  position: number;
  frozen: boolean;
  archived: boolean;
  holdReason?: string;
  /** how many active orders the account may have, if it has all of them and the caller could activate this one otherwise (BY-064) */
  fullSlots?: number;
  priorityWarning?: string;
  /** the files the caller may see */
  attachments?: CardFile[];
  workTime?: WorkTime;
  /** how much of the time until the promised start has passed (D-37); absent where nothing is promised */
  queuePercent?: number;
  /** billed by the hour */
  payg?: boolean;
  /** open topics the caller may see; not told of the past */
  openTopics?: number;
  /** how many approvals are older than a change of their file or its annotations (BY-030). It is absent if there are none, for the past, and for people who may not see approvals */
  staleApprovals?: number;
  /** where this card may be dropped on the board by the caller (4.2) */
  allowedDrops: DropTarget[];
  /** where the status control may move it (4.3) */
  allowedStatuses: Status[];
  /** the named actions open to the caller (D-05) */
  allowedActions: ActionName[];
};
export type WorkLine = {
  card: Card;
  /** the file that waits */
  attachmentId?: string;
  /** its version */
  versionId?: string;
  /** comments that wait for an answer */
  comments?: number;
};
export type WorkSection = {
  kind:
    | "to-approve"
    | "to-answer"
    | "waiting"
    | "running"
    | "sent-back"
    | "to-do"
    | "unassigned"
    | "overdue"
    | "long-review"
    | "stuck";
  /** 101 means more than 100 */
  total: number;
  lines: WorkLine[];
};
export type WorkData = {
  sections: WorkSection[];
};
export type WorkAnswer = {
  success: Success;
  data: WorkData;
};
export type Slots = {
  /** active orders that the customer may have; below 0 for any number */
  maximum: number;
  /** active orders that the customer has */
  active: number;
  /** of the order in the queue, or of an order that is placed now */
  place: number;
  /** when that order gets a slot if slots become free as fast as in the last 60 days; absent while one is free or if fewer than three became free */
  startsAt?: string;
};
export type SlotsAnswer = {
  success: Success;
  data: Slots;
};
export type GalleryImage = {
  versionId: string;
  attachmentId: string;
  orderId: string;
  /** that people use */
  orderNumber: string;
  orderName: string;
  service?: string;
  /** of the file */
  name: string;
  /** of the version */
  number: number;
  /** pixels; 0 if unknown */
  width: number;
  /** pixels; 0 if unknown */
  height: number;
  /** bytes */
  size: number;
  uploadedAt: string;
  /** presigned: a JPEG of at most 316 x 240 pixels */
  thumbnail: string;
  /** presigned: the file itself */
  url: string;
};
export type ImagesData = {
  images: GalleryImage[];
  /** absent on the last page */
  next?: string;
};
export type ImagesAnswer = {
  success: Success;
  data: ImagesData;
};
export const {
  useBusinessHoursQuery,
  useOfficeHoursQuery,
  useSaveOfficeHoursMutation,
  useAnnouncementsQuery,
  useBuildQuery,
  useListAnnouncementsQuery,
  usePublishAnnouncementMutation,
  usePreviewAnnouncementMutation,
  useChangeAnnouncementMutation,
  useWithdrawAnnouncementMutation,
  useDismissAnnouncementMutation,
  useGettingStartedQuery,
  useSaveTourMutation,
  useMyWorkQuery,
  useSlotsQuery,
  useImagesQuery,
} = injectedRtkApi;
