import { baseApi as api } from "../request/base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    signInCustomer: build.mutation<
      SignInCustomerApiResponse,
      SignInCustomerApiArg
    >({
      query: (queryArg) => ({
        url: `/c/token`,
        method: "POST",
        body: queryArg.credentials,
      }),
    }),
    signInDesk: build.mutation<SignInDeskApiResponse, SignInDeskApiArg>({
      query: (queryArg) => ({
        url: `/d/token`,
        method: "POST",
        body: queryArg.credentials,
      }),
    }),
    brand: build.query<BrandApiResponse, BrandApiArg>({
      query: () => ({ url: `/brand` }),
    }),
    logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
      query: () => ({ url: `/logout`, method: "POST" }),
    }),
    csrfToken: build.query<CsrfTokenApiResponse, CsrfTokenApiArg>({
      query: (queryArg) => ({
        url: `/g/csrf/${encodeURIComponent(String(queryArg.scope))}`,
      }),
    }),
    profile: build.query<ProfileApiResponse, ProfileApiArg>({
      query: () => ({ url: `/profile` }),
    }),
    notificationSettings: build.query<
      NotificationSettingsApiResponse,
      NotificationSettingsApiArg
    >({
      query: () => ({ url: `/profile/notification-settings` }),
    }),
    saveNotificationSettings: build.mutation<
      SaveNotificationSettingsApiResponse,
      SaveNotificationSettingsApiArg
    >({
      query: (queryArg) => ({
        url: `/profile/notification-settings`,
        method: "PUT",
        body: queryArg.notificationSettings,
      }),
    }),
    demoPeople: build.query<DemoPeopleApiResponse, DemoPeopleApiArg>({
      query: () => ({ url: `/demo` }),
    }),
    services: build.query<ServicesApiResponse, ServicesApiArg>({
      query: (queryArg) => ({
        url: `/filters/services`,
        params: {
          serviceCategoryId: queryArg.serviceCategoryId,
        },
      }),
    }),
    operators: build.query<OperatorsApiResponse, OperatorsApiArg>({
      query: () => ({ url: `/filters/operators` }),
    }),
    managers: build.query<ManagersApiResponse, ManagersApiArg>({
      query: () => ({ url: `/filters/managers` }),
    }),
    customers: build.query<CustomersApiResponse, CustomersApiArg>({
      query: (queryArg) => ({
        url: `/filters/customers`,
        params: {
          clientId: queryArg.clientId,
        },
      }),
    }),
    clients: build.query<ClientsApiResponse, ClientsApiArg>({
      query: () => ({ url: `/filters/clients` }),
    }),
    creators: build.query<CreatorsApiResponse, CreatorsApiArg>({
      query: (queryArg) => ({
        url: `/filters/creators`,
        params: {
          clientId: queryArg.clientId,
          customerId: queryArg.customerId,
        },
      }),
    }),
    serviceCategories: build.query<
      ServiceCategoriesApiResponse,
      ServiceCategoriesApiArg
    >({
      query: () => ({ url: `/filters/services-category` }),
    }),
    filters: build.query<FiltersApiResponse, FiltersApiArg>({
      query: () => ({ url: `/filters` }),
    }),
    createFilter: build.mutation<CreateFilterApiResponse, CreateFilterApiArg>({
      query: (queryArg) => ({
        url: `/filters`,
        method: "POST",
        body: queryArg.filterForm,
      }),
    }),
    orders: build.query<OrdersApiResponse, OrdersApiArg>({
      query: (queryArg) => ({
        url: `/order`,
        params: {
          view: queryArg.view,
          page: queryArg.page,
          limit: queryArg.limit,
          sort: queryArg.sort,
          sortAsc: queryArg.sortAsc,
          column: queryArg.column,
          cursor: queryArg.cursor,
          updatedSince: queryArg.updatedSince,
          asOf: queryArg.asOf,
          deleted: queryArg.deleted,
          orderProgress: queryArg.orderProgress,
          clientId: queryArg.clientId,
          customerId: queryArg.customerId,
          creatorId: queryArg.creatorId,
          managerId: queryArg.managerId,
          operatorId: queryArg.operatorId,
          serviceCategory: queryArg.serviceCategory,
          serviceType: queryArg.serviceType,
          createdAtStart: queryArg.createdAtStart,
          createdAtEnd: queryArg.createdAtEnd,
          dueDateStart: queryArg.dueDateStart,
          dueDateEnd: queryArg.dueDateEnd,
          updatedDateStart: queryArg.updatedDateStart,
          updatedDateEnd: queryArg.updatedDateEnd,
          queueTime: queryArg.queueTime,
          workTime: queryArg.workTime,
          priority: queryArg.priority,
          only: queryArg.only,
          customSearch: queryArg.customSearch,
        },
      }),
    }),
    createOrder: build.mutation<CreateOrderApiResponse, CreateOrderApiArg>({
      query: (queryArg) => ({
        url: `/order`,
        method: "POST",
        body: queryArg.newOrder,
      }),
    }),
    searchOrders: build.query<SearchOrdersApiResponse, SearchOrdersApiArg>({
      query: (queryArg) => ({
        url: `/order/search`,
        params: {
          customSearch: queryArg.customSearch,
          limit: queryArg.limit,
        },
      }),
    }),
    order: build.query<OrderApiResponse, OrderApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}`,
        params: {
          asOf: queryArg.asOf,
          after: queryArg.after,
        },
      }),
    }),
    updateOrder: build.mutation<UpdateOrderApiResponse, UpdateOrderApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}`,
        method: "PUT",
        body: queryArg.orderDetails,
      }),
    }),
    moveOrder: build.mutation<MoveOrderApiResponse, MoveOrderApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/move-progress`,
        method: "PUT",
        body: queryArg.move,
      }),
    }),
    actOnOrder: build.mutation<ActOnOrderApiResponse, ActOnOrderApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/action`,
        method: "PUT",
        body: queryArg.orderAction,
      }),
    }),
    assignOrder: build.mutation<AssignOrderApiResponse, AssignOrderApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/assign`,
        method: "PUT",
        body: queryArg.assignment,
      }),
    }),
    setCollaborators: build.mutation<
      SetCollaboratorsApiResponse,
      SetCollaboratorsApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/collaborators`,
        method: "PUT",
        body: queryArg.collaborators,
      }),
    }),
    unlockOrder: build.mutation<UnlockOrderApiResponse, UnlockOrderApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/unlock-order`,
        method: "PUT",
      }),
    }),
    workOnOrder: build.mutation<WorkOnOrderApiResponse, WorkOnOrderApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/working-time`,
        method: "PUT",
        body: queryArg.workingTimeAction,
      }),
    }),
    workingTime: build.query<WorkingTimeApiResponse, WorkingTimeApiArg>({
      query: () => ({ url: `/order/working-time` }),
    }),
    confirmWorkingTime: build.mutation<
      ConfirmWorkingTimeApiResponse,
      ConfirmWorkingTimeApiArg
    >({
      query: () => ({ url: `/order/working-time`, method: "PUT" }),
    }),
    workingTimeReminder: build.query<
      WorkingTimeReminderApiResponse,
      WorkingTimeReminderApiArg
    >({
      query: () => ({ url: `/order/interval-working-time-reminder` }),
    }),
    removeScheduleStopper: build.query<
      RemoveScheduleStopperApiResponse,
      RemoveScheduleStopperApiArg
    >({
      query: () => ({ url: `/order/remove_schedule_stopper_workingtime` }),
    }),
    takeBackStopper: build.mutation<
      TakeBackStopperApiResponse,
      TakeBackStopperApiArg
    >({
      query: () => ({
        url: `/order/remove_schedule_stopper_workingtime`,
        method: "PUT",
      }),
    }),
    catalogue: build.query<CatalogueApiResponse, CatalogueApiArg>({
      query: (queryArg) => ({
        url: `/catalogue`,
        params: {
          retired: queryArg.retired,
        },
      }),
    }),
    orderTeam: build.query<OrderTeamApiResponse, OrderTeamApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/team`,
      }),
    }),
    requestBulkDownload: build.mutation<
      RequestBulkDownloadApiResponse,
      RequestBulkDownloadApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/bulk-download`,
        method: "POST",
      }),
    }),
    bulkDownload: build.query<BulkDownloadApiResponse, BulkDownloadApiArg>({
      query: (queryArg) => ({
        url: `/order/bulk-download/${encodeURIComponent(String(queryArg.downloadId))}`,
      }),
    }),
    timeline: build.query<TimelineApiResponse, TimelineApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/timeline`,
        params: {
          before: queryArg.before,
          kind: queryArg.kind,
          limit: queryArg.limit,
        },
      }),
    }),
    history: build.query<HistoryApiResponse, HistoryApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/history`,
        params: {
          after: queryArg.after,
          limit: queryArg.limit,
          person: queryArg.person,
          type: queryArg["type"],
          kind: queryArg.kind,
          from: queryArg["from"],
          to: queryArg.to,
          via: queryArg.via,
          reason: queryArg.reason,
          deletedTexts: queryArg.deletedTexts,
        },
      }),
    }),
    deleteAttachment: build.mutation<
      DeleteAttachmentApiResponse,
      DeleteAttachmentApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/${encodeURIComponent(String(queryArg.attachmentId))}/attachment`,
        method: "DELETE",
      }),
    }),
    uploadToken: build.mutation<UploadTokenApiResponse, UploadTokenApiArg>({
      query: (queryArg) => ({
        url: `/upload/upload-token/${encodeURIComponent(String(queryArg.kind))}/${encodeURIComponent(String(queryArg.id))}`,
        method: "POST",
        body: queryArg.uploadRequest,
      }),
    }),
    beginUpload: build.mutation<BeginUploadApiResponse, BeginUploadApiArg>({
      query: (queryArg) => ({
        url: `/upload/upload-parts/${encodeURIComponent(String(queryArg.kind))}/${encodeURIComponent(String(queryArg.id))}`,
        method: "POST",
        body: queryArg.uploadRequest,
      }),
    }),
    removeUpload: build.mutation<RemoveUploadApiResponse, RemoveUploadApiArg>({
      query: (queryArg) => ({
        url: `/upload/temp/${encodeURIComponent(String(queryArg.id))}`,
        method: "DELETE",
      }),
    }),
    uploadedParts: build.query<UploadedPartsApiResponse, UploadedPartsApiArg>({
      query: (queryArg) => ({
        url: `/upload/temp/${encodeURIComponent(String(queryArg.id))}/parts`,
      }),
    }),
    linkParts: build.mutation<LinkPartsApiResponse, LinkPartsApiArg>({
      query: (queryArg) => ({
        url: `/upload/temp/${encodeURIComponent(String(queryArg.id))}/parts`,
        method: "POST",
        body: queryArg.partsToLink,
      }),
    }),
    storage: build.query<StorageApiResponse, StorageApiArg>({
      query: (queryArg) => ({
        url: `/storage`,
        params: {
          orderId: queryArg.orderId,
        },
      }),
    }),
    deleteMessages: build.mutation<
      DeleteMessagesApiResponse,
      DeleteMessagesApiArg
    >({
      query: () => ({ url: `/message`, method: "DELETE" }),
    }),
    readMessages: build.mutation<ReadMessagesApiResponse, ReadMessagesApiArg>({
      query: () => ({ url: `/message/read`, method: "PUT" }),
    }),
    messageGroups: build.query<MessageGroupsApiResponse, MessageGroupsApiArg>({
      query: (queryArg) => ({
        url: `/message/groups`,
        params: {
          page: queryArg.page,
          limit: queryArg.limit,
          sort: queryArg.sort,
          cursor: queryArg.cursor,
          updatedSince: queryArg.updatedSince,
        },
      }),
    }),
    messageGroup: build.query<MessageGroupApiResponse, MessageGroupApiArg>({
      query: (queryArg) => ({
        url: `/message/group/${encodeURIComponent(String(queryArg.group))}`,
        params: {
          page: queryArg.page,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          updatedSince: queryArg.updatedSince,
        },
      }),
    }),
    deleteMessageGroup: build.mutation<
      DeleteMessageGroupApiResponse,
      DeleteMessageGroupApiArg
    >({
      query: (queryArg) => ({
        url: `/message/group/${encodeURIComponent(String(queryArg.group))}`,
        method: "DELETE",
      }),
    }),
    readMessageGroup: build.mutation<
      ReadMessageGroupApiResponse,
      ReadMessageGroupApiArg
    >({
      query: (queryArg) => ({
        url: `/message/group/${encodeURIComponent(String(queryArg.group))}/read`,
        method: "PUT",
      }),
    }),
    deleteMessage: build.mutation<
      DeleteMessageApiResponse,
      DeleteMessageApiArg
    >({
      query: (queryArg) => ({
        url: `/message/${encodeURIComponent(String(queryArg.messageId))}`,
        method: "DELETE",
      }),
    }),
    readMessage: build.mutation<ReadMessageApiResponse, ReadMessageApiArg>({
      query: (queryArg) => ({
        url: `/message/${encodeURIComponent(String(queryArg.messageId))}/read`,
        method: "PUT",
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type SignInCustomerApiResponse =
  | /** status 200 Sign in (customers and team members) */ TokenAnswer
  | /** status 202 The password is right; the second step is /second-factor, or /choose-account if the answer names accounts */ SecondStepAnswer;
export type SignInCustomerApiArg = {
  credentials: Credentials;
};
export type SignInDeskApiResponse =
  | /** status 200 Sign in (the design desk) */ TokenAnswer
  | /** status 202 The password is right; the second step is /second-factor, or /choose-account if the answer names accounts */ SecondStepAnswer;
export type SignInDeskApiArg = {
  credentials: Credentials;
};
export type BrandApiResponse = /** status 200 The brand */ BrandAnswer;
export type BrandApiArg = void;
export type LogoutApiResponse = /** status 200 End this session */ Plain;
export type LogoutApiArg = void;
export type CsrfTokenApiResponse =
  /** status 200 A CSRF token for a scope, valid for 1 hour */ CsrfAnswer;
export type CsrfTokenApiArg = {
  scope: CsrfScope;
};
export type ProfileApiResponse =
  /** status 200 The signed-in person */ ProfileAnswer;
export type ProfileApiArg = void;
export type NotificationSettingsApiResponse =
  /** status 200 The settings */ NotificationSettingsAnswer;
export type NotificationSettingsApiArg = void;
export type SaveNotificationSettingsApiResponse =
  /** status 200 The settings as they are now */ NotificationSettingsAnswer;
export type SaveNotificationSettingsApiArg = {
  notificationSettings: NotificationSettings;
};
export type DemoPeopleApiResponse =
  /** status 200 The demo people, on a server that was started with demo data; otherwise an empty list */ DemoAnswer;
export type DemoPeopleApiArg = void;
export type ServicesApiResponse =
  /** status 200 The services on offer */ ServicesAnswer;
export type ServicesApiArg = {
  /** comma-joined ids: only of these categories */
  serviceCategoryId?: string;
};
export type OperatorsApiResponse =
  /** status 200 The provider's operators */ PeopleAnswer;
export type OperatorsApiArg = void;
export type ManagersApiResponse =
  /** status 200 The provider's managers */ PeopleAnswer;
export type ManagersApiArg = void;
export type CustomersApiResponse =
  /** status 200 The customers the caller may see */ CustomersAnswer;
export type CustomersApiArg = {
  /** comma-joined ids: only of these clients */
  clientId?: string;
};
export type ClientsApiResponse = /** status 200 The clients */ OptionsAnswer;
export type ClientsApiArg = void;
export type CreatorsApiResponse = /** status 200 The creators */ PeopleAnswer;
export type CreatorsApiArg = {
  /** comma-joined ids: only of these clients */
  clientId?: string;
  /** comma-joined ids: only of these customers */
  customerId?: string;
};
export type ServiceCategoriesApiResponse =
  /** status 200 The categories */ OptionsAnswer;
export type ServiceCategoriesApiArg = void;
export type FiltersApiResponse = /** status 200 The presets */ PresetsAnswer;
export type FiltersApiArg = void;
export type CreateFilterApiResponse = /** status 200 Saved */ PresetAnswer;
export type CreateFilterApiArg = {
  filterForm: FilterForm;
};
export type OrdersApiResponse =
  /** status 200 Orders as a board, a list or the archive */ OrdersAnswer;
export type OrdersApiArg = {
  /** counts: the columns of the board with their totals and no cards */
  view?: "board" | "list" | "archived" | "counts";
  page?: number;
  limit?: number;
  sort?: "manual" | "created" | "due" | "name" | "updated" | "priority";
  sortAsc?: boolean;
  /** one column of the board */
  column?: ColumnName;
  /** the cursor of that column, or next of the page of the list before, instead of page */
  cursor?: string;
  /** orders that were created or changed at this time or later: a day in the caller's time zone, or an RFC 3339 instant; the list is then sorted by creation, ascending, unless it names a sort */
  updatedSince?: string;
  /** a log position or an RFC 3339 time, board only */
  asOf?: string;
  /** with asOf: orders too that were deleted since; for who reads the audit area only */
  deleted?: boolean;
  /** comma-joined statuses and not-frozen; ready-to-go, in-progress and approved name the column of the board with all that stands in it */
  orderProgress?: string;
  /** comma-joined ids, at most 100; null is no filter, here and below; what the caller may not filter by is ignored */
  clientId?: string;
  /** comma-joined ids */
  customerId?: string;
  /** comma-joined ids */
  creatorId?: string;
  /** comma-joined ids */
  managerId?: string;
  /** comma-joined ids */
  operatorId?: string;
  /** comma-joined ids */
  serviceCategory?: string;
  /** comma-joined ids of services */
  serviceType?: string;
  /** a day like 2026-03-31 in the caller's time zone, or an RFC 3339 instant; yyyy/MM/dd 00:00:00 works too */
  createdAtStart?: string;
  /** a day, to its end, or an RFC 3339 instant, before it; yyyy/MM/dd 24:00:00 works too */
  createdAtEnd?: string;
  /** as createdAtStart */
  dueDateStart?: string;
  /** as createdAtEnd */
  dueDateEnd?: string;
  /** as createdAtStart */
  updatedDateStart?: string;
  /** as createdAtEnd */
  updatedDateEnd?: string;
  /** comma-joined of 0:50, 51:75 and 76: percent of the promised start */
  queueTime?: string;
  /** as queueTime: percent of the allocated time */
  workTime?: string;
  /** comma-joined of normal, high and urgent */
  priority?: string;
  /** comma-joined of mine (the caller works on, manages, created or is a collaborator of it), unassigned, overdue and due-week (from today until Sunday in the caller's time zone) */
  only?: string;
  /** words that the order has, or something spelt like them */
  customSearch?: string;
};
export type CreateOrderApiResponse = /** status 200 Done */ OrderChangedAnswer;
export type CreateOrderApiArg = {
  newOrder: NewOrder;
};
export type SearchOrdersApiResponse =
  /** status 200 Full cards as on the board */ FoundOrdersAnswer;
export type SearchOrdersApiArg = {
  /** words that the order has, or something spelt like them */
  customSearch?: string;
  limit?: number;
};
export type OrderApiResponse =
  /** status 200 One order as the caller may see it */ OrderAnswer;
export type OrderApiArg = {
  orderId: string;
  /** a log position or an RFC 3339 time */
  asOf?: string;
  /** next of the page before */
  after?: string;
};
export type UpdateOrderApiResponse = /** status 200 Done */ OrderChangedAnswer;
export type UpdateOrderApiArg = {
  orderId: string;
  orderDetails: OrderDetails;
};
export type MoveOrderApiResponse = /** status 200 Done */ OrderChangedAnswer;
export type MoveOrderApiArg = {
  orderId: string;
  move: Move;
};
export type ActOnOrderApiResponse = /** status 200 Done */ OrderChangedAnswer;
export type ActOnOrderApiArg = {
  orderId: string;
  orderAction: OrderAction;
};
export type AssignOrderApiResponse = /** status 200 Done */ OrderChangedAnswer;
export type AssignOrderApiArg = {
  orderId: string;
  assignment: Assignment;
};
export type SetCollaboratorsApiResponse =
  /** status 200 Done */ OrderChangedAnswer;
export type SetCollaboratorsApiArg = {
  orderId: string;
  collaborators: Collaborators;
};
export type UnlockOrderApiResponse = /** status 200 Done */ OrderChangedAnswer;
export type UnlockOrderApiArg = {
  orderId: string;
};
export type WorkOnOrderApiResponse = /** status 200 Done */ OrderChangedAnswer;
export type WorkOnOrderApiArg = {
  orderId: string;
  workingTimeAction: WorkingTimeAction;
};
export type WorkingTimeApiResponse =
  /** status 200 The caller's timer, absent if none runs */ WorkingTimeAnswer;
export type WorkingTimeApiArg = void;
export type ConfirmWorkingTimeApiResponse =
  /** status 200 The caller's timer */ WorkingTimeAnswer;
export type ConfirmWorkingTimeApiArg = void;
export type WorkingTimeReminderApiResponse =
  /** status 200 The interval */ WorkingTimeReminderAnswer;
export type WorkingTimeReminderApiArg = void;
export type RemoveScheduleStopperApiResponse =
  /** status 200 Whether a stopper was taken back */ ScheduleStopperAnswer;
export type RemoveScheduleStopperApiArg = void;
export type TakeBackStopperApiResponse =
  /** status 200 Whether a stopper was taken back */ ScheduleStopperAnswer;
export type TakeBackStopperApiArg = void;
export type CatalogueApiResponse =
  /** status 200 Categories, services and packages in their order */ CatalogueAnswer;
export type CatalogueApiArg = {
  /** also what is retired; for those who edit it */
  retired?: boolean;
};
export type OrderTeamApiResponse =
  /** status 200 The customer's team */ PeopleAnswer;
export type OrderTeamApiArg = {
  orderId: string;
};
export type RequestBulkDownloadApiResponse =
  /** status 200 What is being prepared */ BulkDownloadAnswer;
export type RequestBulkDownloadApiArg = {
  orderId: string;
};
export type BulkDownloadApiResponse =
  /** status 200 How far it is */ BulkDownloadAnswer;
export type BulkDownloadApiArg = {
  downloadId: string;
};
export type TimelineApiResponse =
  /** status 200 What happened, newest first */ TimelineAnswer;
export type TimelineApiArg = {
  orderId: string;
  /** positions below this one */
  before?: number;
  /** only what is of this kind */
  kind?: EventKind;
  limit?: number;
};
export type HistoryApiResponse =
  /** status 200 Every event with who, when, from where, what changed and why, oldest first */ HistoryAnswer;
export type HistoryApiArg = {
  orderId: string;
  /** positions above this one */
  after?: number;
  limit?: number;
  /** who did it */
  person?: string;
  /** comma-joined event types, or order, proof, topic or guest for all of a kind of stream */
  type?: string;
  kind?: EventKind;
  /** at this time or later */
  from?: string;
  /** at this time or before */
  to?: string;
  /** from where: board, status, review, form, detail, action, cli, automation */
  via?: string;
  /** a part of the reason, in any case */
  reason?: string;
  /** what deleted comments said, in place of "deleted"; for who reads the audit area only */
  deletedTexts?: boolean;
};
export type DeleteAttachmentApiResponse =
  /** status 200 Done */ ProofChangedAnswer;
export type DeleteAttachmentApiArg = {
  orderId: string;
  attachmentId: string;
};
export type UploadTokenApiResponse =
  /** status 200 The form to post */ UploadTokenAnswer;
export type UploadTokenApiArg = {
  kind: UploadKind;
  /** the order for attachment and watermark, the attachment for attachment-version */
  id: string;
  uploadRequest: UploadRequest;
};
export type BeginUploadApiResponse =
  /** status 200 The upload and what has arrived of it */ UploadInPartsAnswer;
export type BeginUploadApiArg = {
  kind: UploadKind;
  /** the order for attachment, the attachment for attachment-version */
  id: string;
  uploadRequest: UploadRequest;
};
export type RemoveUploadApiResponse = /** status 200 it is removed */ Plain;
export type RemoveUploadApiArg = {
  /** of the upload form */
  id: string;
};
export type UploadedPartsApiResponse =
  /** status 200 The upload and what has arrived of it */ UploadInPartsAnswer;
export type UploadedPartsApiArg = {
  /** of the upload */
  id: string;
};
export type LinkPartsApiResponse =
  /** status 200 A link for each part */ PartLinksAnswer;
export type LinkPartsApiArg = {
  /** of the upload */
  id: string;
  partsToLink: PartsToLink;
};
export type StorageApiResponse =
  /** status 200 bytes; a quota below 0 is unlimited */ StorageAnswer;
export type StorageApiArg = {
  /** whose customer is meant; the caller's own without */
  orderId?: string;
};
export type DeleteMessagesApiResponse =
  /** status 200 Done */ MessagesChangedAnswer;
export type DeleteMessagesApiArg = void;
export type ReadMessagesApiResponse =
  /** status 200 Done */ MessagesChangedAnswer;
export type ReadMessagesApiArg = void;
export type MessageGroupsApiResponse =
  /** status 200 Notifications, a row a group, newest first */ MessagesAnswer;
export type MessageGroupsApiArg = {
  page?: number;
  limit?: number;
  /** the newest first, which has pages by number, or by group, which can be read with cursors; group if updatedSince is sent */
  sort?: "newest" | "group";
  /** next of the page before, instead of page */
  cursor?: string;
  /** what came or was read at this time or later: a day in the caller's time zone, or an RFC 3339 instant; the notifications of a group are then sorted from the oldest */
  updatedSince?: string;
};
export type MessageGroupApiResponse =
  /** status 200 The notifications of a group, newest first */ MessagesAnswer;
export type MessageGroupApiArg = {
  group: string;
  page?: number;
  limit?: number;
  /** next of the page before, instead of page */
  cursor?: string;
  /** what came or was read at this time or later: a day in the caller's time zone, or an RFC 3339 instant; the notifications of a group are then sorted from the oldest */
  updatedSince?: string;
};
export type DeleteMessageGroupApiResponse =
  /** status 200 Done */ MessagesChangedAnswer;
export type DeleteMessageGroupApiArg = {
  group: string;
};
export type ReadMessageGroupApiResponse =
  /** status 200 Done */ MessagesChangedAnswer;
export type ReadMessageGroupApiArg = {
  group: string;
};
export type DeleteMessageApiResponse =
  /** status 200 Done */ MessagesChangedAnswer;
export type DeleteMessageApiArg = {
  messageId: string;
};
export type ReadMessageApiResponse =
  /** status 200 Done */ MessagesChangedAnswer;
export type ReadMessageApiArg = {
  messageId: string;
};
export type Success = boolean;
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
export type TokenAnswerUser = {
  id: string;
  role: Role;
};
export type TokenAnswerClient = {
  /** admin, customer, or the id of a white-label client */
  id: string;
};
export type TokenAnswer = {
  success: Success;
  accessToken: string;
  accessTokenExpiresAt: string;
  user: TokenAnswerUser;
  client: TokenAnswerClient;
};
export type SignInAccount = {
  /** the person in this account */
  id: string;
  /** of the account */
  name: string;
  /** the name of the client to whom the account belongs, empty if the account is the client */
  client: string;
  role: Role;
  roleLabel: string;
  /** the session is in this account */
  current: boolean;
};
export type SecondStep = {
  token: string;
  /** a code of an authenticator app works */
  codes: boolean;
  /** a recovery code works */
  recovery: boolean;
  /** JSON of the options for a passkey, absent if none works here */
  passkey?: string;
  /** those to choose from with /choose-account, absent before the second factor */
  accounts?: SignInAccount[];
};
export type SecondStepAnswer = {
  success: Success;
  message: string;
  data: SecondStep;
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
export type Credentials = {
  grant_type: "password";
  username: string;
  password: string;
};
export type ClientKind = "provider" | "direct" | "reseller";
export type ProfileTheme = {
  /** CSS colour */
  brand: string;
  name?: string;
  /** a path */
  logo?: string;
  /** a path */
  favicon?: string;
  /** a path; shown in place of a missing picture */
  imagePlaceholder?: string;
};
export type Brand = {
  kind: ClientKind;
  theme: ProfileTheme;
  /** people may register themselves */
  signUp: boolean;
  /** no mail server is set up, so that mail stays on the server */
  mailOff?: boolean;
};
export type BrandAnswer = {
  success: Success;
  data: Brand;
};
export type Plain = {
  success: Success;
  message: string;
};
export type CsrfData = {
  token: string;
  expiresAt: string;
};
export type CsrfAnswer = {
  success: Success;
  data: CsrfData;
};
export type CsrfScope =
  | "upload"
  | "reseller-customer"
  | "reseller-profile"
  | "guest-annotation"
  | "customer-card"
  | "customer-team-member"
  | "customer-package"
  | "customer-payment-method"
  | "customer-transaction"
  | "customer-profile"
  | "cart"
  | "filter"
  | "card"
  | "card-annotation"
  | "profile"
  | "create-pexels-images";
export type ProfileTimeZone = {
  label: string;
};
export type ImpersonationState = {
  /** name of the admin who acts as the person */
  by: string;
  until: string;
};
export type WhitelabelInfo = {
  /** a path */
  logo: string;
  /** a path */
  favicon: string;
};
export type ProfileGate = {
  /** the section that is to be completed next */
  asks: "nothing" | "profile" | "company";
  /** writes other than those of the profile are refused with the reason profile.incomplete */
  closed: boolean;
  /** when the gate closes, if it asks for something and is open */
  closesAt?: string;
};
export type PaygWarning = {
  /** there are invoices of work that are not paid in time */
  allocatedHourWarning: boolean;
  /** a sentence, empty if there is no warning */
  wordingWarning: string;
};
export type SubscriptionState =
  "none" | "trial" | "active" | "past-due" | "on-leave" | "cancelled" | "ended";
export type ProfileFreeTrial = {
  /** the account is in a free trial */
  haveFreeTrial: boolean;
  /** it has ended and no plan was chosen */
  isExpiredFreeTrial: boolean;
  /** of the whole trial; 0: there was none */
  freeTrialDays: number;
  /** while it lasts; the last day is 1 */
  daysLeft?: number;
  /** seven days or fewer are left, or it has ended */
  popup: boolean;
  /** a sentence, empty for none */
  banner: string;
};
export type ScheduledChange = {
  kind: "upgrade" | "downgrade" | "leave" | "cancel";
  /** the day on which it happens */
  on: string;
  /** the day on which a leave ends */
  until?: string;
  /** name of the new plan */
  plan?: string;
};
export type ProfileHours = {
  used: number;
  /** below 0: unlimited */
  quota: number;
  /** what the plan has; below 0: unlimited */
  packageAllocatedHours: number;
};
export type ProfileOrders = {
  /** orders of this cycle */
  used: number;
  /** of the plan; below 0: unlimited */
  quota: number;
  currentActiveOrder: number;
  /** of the plan; below 0: unlimited */
  maximumActiveOrder: number;
};
export type ProfileMembership = {
  type: "free" | "paid" | "";
  /** name of the plan, empty if the account never had one */
  title: string;
  state: SubscriptionState;
  /** Next Payment Due Date, Subscription Inactive or Monthly Cycle; empty without a plan */
  label: string;
  /** empty without a plan */
  paymentTerm: "month" | "year" | "";
  /** from when the next payment is late, as an RFC 3339 instant: the end of its day in the time zone of the account; empty for nothing */
  dueDate: string;
  /** the day on which something has to be paid next */
  dueOn?: string;
  /** the day on which the cycle ends */
  cycleEnds?: string;
  /** the account can work with its plan */
  isActive: boolean;
  /** the plan is not free, and is inactive or past its due date */
  inactive: boolean;
  /** new orders can begin */
  open: boolean;
  /** a sentence, unless new orders can begin */
  closedBecause?: string;
  /** there are plans that the account can choose */
  offered: boolean;
  onFreeTrial: boolean;
  freeTrial: ProfileFreeTrial;
  /** an invoice was not paid in time */
  latePaymentPopup: boolean;
  /** when nothing new can be started because of an unpaid invoice */
  suspendsAt?: string;
  onSubscriptionLeave: boolean;
  /** the day on which the leave ends, like 25 Nov 2026; empty without a leave */
  onSubscriptionLeaveReactivationDateFormat: string;
  next?: ScheduledChange;
  allocatedHour: ProfileHours;
  orders: ProfileOrders;
};
export type ProfileStorage = {
  name: string;
  used: number;
  quota: number;
};
export type ProfileStorages = {
  used: number;
  /** below 0: unlimited */
  quota: number;
  /** what was bought beside the plan */
  additionals: ProfileStorage[];
};
export type ProfileRetail = {
  /** seconds */
  allocatedHourExtra: number;
  /** seconds that come with each cycle */
  allocatedHourSubscription: number;
  /** seconds used in this cycle */
  allocatedHourUsed: number;
  activeOrderQuota: number;
  totalOrderExtra: number;
  /** orders that come with each cycle */
  totalOrderSubscription: number;
  /** the sum of both */
  totalOrderQuota: number;
  /** orders used in this cycle */
  totalOrderUsed: number;
  /** bytes */
  additionalStorageUsed: number;
  /** bytes */
  additionalStorageQuota: number;
};
export type Profile = {
  id: string;
  firstname: string;
  lastname: string;
  emailAddress: string;
  /** a URL, empty: draw initials */
  avatar: string;
  image: string;
  jobTitle: string;
  role: Role;
  /** Account Owner, Team Member, Operator, ... */
  roleLabel: string;
  clientId: string;
  isClientWhitelabel: boolean;
  /** a member of a white-label client in client view (D-25): customer list in place of the board */
  isClientType: boolean;
  isApprover: boolean;
  viewOnly: boolean;
  company?: string;
  timeZone: ProfileTimeZone;
  theme: ProfileTheme;
  /** ability name -> the actions allowed on it (read, create, update, delete, visit) */
  abilities: {
    [key: string]: string[];
  };
  unreadMessages: number;
  /** script of a chat widget, if there is one for the caller */
  chatScript?: string;
  /** the account approves proofs by workflows if its owner publishes one */
  myProofApprovalWorkflowPreference?: boolean;
  /** the account pays as it goes */
  isPayg?: boolean;
  /** false: the plan costs something, is paid by card, and no card is active; true where nothing has to be paid */
  isPaymentComplete?: boolean;
  impersonation?: ImpersonationState;
  /** when the account is deleted, if its owner asked for that */
  deletesAt?: string;
  /** the owner asked for the deletion of the account */
  isRequestDeletion?: boolean;
  /** a larger plan begins with the next cycle */
  isScheduledUpgrade?: boolean;
  /** a smaller plan begins with the next cycle */
  isScheduledDowngrade?: boolean;
  /** the day on which a cancelled subscription ends, empty for none */
  endSubscriptionCycleOn?: string;
  whitelabelInfo?: WhitelabelInfo;
  phone: string;
  /** phone numbers may begin with + and have 7 to 15 digits */
  internationalPhones?: boolean;
  /** no mail server is set up, so that mail stays on the server */
  mailOff?: boolean;
  emailIsVerified: boolean;
  /** every other call is refused until the caller has a second factor */
  mustAddFactor: boolean;
  /** first and last name and time zone are known */
  isProfileComplete: boolean;
  /** name, address, country and contact of the company are known; true for people who cannot change them */
  isClientProfileComplete: boolean;
  profileGate?: ProfileGate;
  /** a URL, empty for none */
  tourVideo?: string;
  dashboardTourGuide: boolean;
  userMenuTourGuide: boolean;
  manageProfileTourGuide: boolean;
  manageInvoiceTourGuide: boolean;
  teamMemberTourGuide: boolean;
  generalSettingsTourGuide: boolean;
  createNewOrderTourGuide: boolean;
  createTeamMemberTourGuide: boolean;
  managePaymentTourGuide: boolean;
  addNewPaymentMethodTourGuide: boolean;
  deleteAccountTourGuide: boolean;
  selectServiceTourGuide: boolean;
  /** symbol of the currency in which the account pays (spelled like this in SH-012); empty without a plan */
  currencySimbol?: string;
  /** the account has a plan, which may be a free one */
  isSubscriber?: boolean;
  /** the account is in a free trial */
  haveFreeTrial?: boolean;
  payg?: PaygWarning;
  membership?: ProfileMembership;
  storages?: ProfileStorages;
  retail?: ProfileRetail;
};
export type ProfileAnswer = {
  success: Success;
  message: string;
  data: Profile;
};
export type MailMode = "at-once" | "daily" | "off";
export type OrderScope = "mine" | "all";
export type NotificationSettings = {
  asked: MailMode;
  newOrders?: MailMode;
  comments: MailMode;
  decisions?: MailMode;
  changes: MailMode;
  orders?: OrderScope;
};
export type NotificationSettingsData = {
  settings: NotificationSettings;
  /** where mail goes */
  emailAddress: string;
  /** of the daily mail's hour */
  timeZone: string;
};
export type NotificationSettingsAnswer = {
  success: Success;
  data: NotificationSettingsData;
};
export type DemoPerson = {
  name: string;
  email: string;
  role: string;
  company: string;
  signin: "customer" | "desk";
};
export type DemoData = {
  password: string;
  people: DemoPerson[];
};
export type DemoAnswer = {
  success: Success;
  data: DemoData;
};
export type ServiceOption = {
  id: string;
  name: string;
  categoryId: string;
  category: string;
};
export type ServicesAnswer = {
  success: Success;
  data: ServiceOption[];
};
export type PeopleAnswer = {
  success: Success;
  data: Person[];
};
export type CustomerOption = {
  id: string;
  name: string;
  client: string;
  activeOrders: number;
  maximumActiveOrder: number;
  /** pays as it goes */
  payg?: boolean;
};
export type CustomersAnswer = {
  success: Success;
  data: CustomerOption[];
};
export type Option = {
  id: string;
  name: string;
};
export type OptionsAnswer = {
  success: Success;
  data: Option[];
};
export type PresetDates = {
  /** yyyy/MM/dd, empty for none */
  startDate: string;
  endDate: string;
};
export type Preset = {
  id: string;
  name: string;
  orderStatus?: string;
  serviceCategory: string;
  serviceType: string;
  queueTime?: string;
  workTime?: string;
  priority?: string;
  only?: string;
  operator: string;
  customer: string;
  creator: string;
  client: string;
  manager: string;
  customSearch: string;
  createdDate: PresetDates;
  dueDate?: PresetDates;
  updatedDate?: PresetDates;
};
export type PresetsAnswer = {
  success: Success;
  data: Preset[];
};
export type PresetAnswer = {
  success: Success;
  message: string;
  data: Preset;
};
export type FilterForm = {
  /** 1 to 30 characters */
  name: string;
  customerId?: string;
  clientId?: string;
  creatorId?: string;
  managerId?: string;
  operatorId?: string;
  serviceCategoryId?: string;
  serviceId?: string;
  serviceCategory?: string;
  serviceType?: string;
  createdAtStart?: string;
  createdAtEnd?: string;
  search?: string;
  customSearch?: string;
  orderProgress?: string;
  dueDateStart?: string;
  dueDateEnd?: string;
  queueTime?: string;
  workTime?: string;
  priority?: string;
  only?: string;
};
export type ColumnName =
  | "new-order"
  | "in-progress"
  | "in-review"
  | "on-hold"
  | "approved"
  | "cancelled";
export type Zone = {
  zone: "active" | "queue" | "draft" | "in-progress" | "approved" | "completed";
  title: string;
  taskIds: string[];
  total: number;
};
export type Column = {
  typeStatus: ColumnName;
  title: string;
  zones?: Zone[];
  taskIds: string[];
  /** columns whose cards the caller's role may drop here */
  acceptedDrop: ColumnName[];
  total: number;
  /** where the next window starts, absent at the end */
  cursor?: string;
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
export type LeftOut = {
  /** the order, attachment or thread */
  id: string;
  /** the event that cannot be read */
  position: number;
};
export type OrdersData = {
  columns?: Column[];
  cards?: {
    [key: string]: Card;
  };
  orders?: Card[];
  /** of a list that is sorted by creation: send this as cursor to get the next page; absent on the last. Orders that change between two pages neither hide nor repeat others */
  next?: string;
  /** drop target -> the roles that may drop there from each column, for explaining before a drop */
  roles?: {
    [key: string]: {
      [key: string]: string[];
    };
  };
  /** drop target -> status -> the ways there beside the board, for explaining before a drop; open says whether the caller's role has it */
  ways?: {
    [key: string]: {
      [key: string]: Way[];
    };
  };
  /** the log position this answer shows */
  position?: number;
  /** as of a moment: orders that are not shown, because an event of theirs cannot be read */
  leftOut?: LeftOut[];
};
export type PageMeta = {
  page: number;
  totalPages: number;
  total: number;
  limit: number;
};
export type OrdersAnswer = {
  success: Success;
  data: OrdersData;
  meta?: PageMeta;
};
export type OrderChange = {
  orderId: string;
  version: number;
  position: number;
  status: Status;
  order?: Card;
};
export type OrderChangedAnswer = {
  success: Success;
  message: string;
  data: OrderChange;
};
export type NewOrder = {
  orderName: string;
  serviceId?: string;
  brief?: string;
  dueDate?: string;
  priority?: "normal" | "high" | "urgent";
  /** for provider staff and resellers, who order on behalf of a customer */
  customerId?: string;
  references?: string[];
  /** billed by the hour; only for customers who pay as they go */
  payg?: boolean;
};
export type FoundOrdersData = {
  orders: Card[];
};
export type FoundOrdersAnswer = {
  success: Success;
  data: FoundOrdersData;
};
export type ReviewType = "customerReview" | "suppliedFiles" | "internalReview";
export type VersionPreview = {
  width: number;
  height: number;
  pages: number;
};
export type VersionPicture = {
  /** waiting: the last try failed because of the moment, and another one follows by itself; none: the file cannot have a picture */
  state: "made" | "making" | "waiting" | "none";
  /** a sentence for people; with waiting and none */
  why?: string;
  /** when a waiting picture is tried again */
  nextAt?: string;
  /** the caller may have it tried again at once (makePicture) */
  again: boolean;
};
export type AnnotationChange = {
  what: "opened" | "edited" | "moved" | "reopened" | "deleted";
  count: number;
};
export type VersionFileMeta = {
  fileSize: number;
  sha256: string;
  width?: number;
  height?: number;
};
export type VersionTopics = {
  /** open topics */
  public: number;
  internal: number;
};
export type VersionCan = {
  approve: boolean;
  revise: boolean;
  delete: boolean;
  seeChecked: boolean;
  /** there is an approval that the caller may have certified */
  certificate: boolean;
  annotatePublic: boolean;
  annotateInternal: boolean;
};
export type Version = {
  id: string;
  fileName: string;
  version: number;
  draftVersion: number;
  fileType: "image" | "pdf" | "unsupported";
  contentType: string;
  /** presigned; its X-Amz-Expires says for how many seconds it works */
  url: string;
  /** presigned, empty when there is none */
  thumbnail: string;
  /** presigned: a JPEG or PNG of an image that browsers cannot show; absent while there is none */
  previewUrl?: string;
  preview?: VersionPreview;
  picture?: VersionPicture;
  /** bytes */
  fileSizeRaw: number;
  createdAt: string;
  uploadedBy?: Person;
  isInternal: boolean;
  /** always false for those who may not see it (BD-168) */
  isInternalApproved: boolean;
  /** an approval no longer counts because the file changed (D-15) */
  approvalCleared?: boolean;
  /** what happened to the annotations of a checked version after it was checked, most often first; absent when nothing did, and for those who may not see that it is checked */
  changedSince?: AnnotationChange[];
  isAllowedToReview: boolean;
  isDisabledAnnotation: boolean;
  isDisabledInternalAnnotation: boolean;
  pdfAnnotationModule: "pdf-tools" | "pdfjs";
  fileMeta: VersionFileMeta;
  topics: VersionTopics;
  can: VersionCan;
};
export type AttachmentCan = {
  publicTab: boolean;
  internalTab: boolean;
  addVersion: boolean;
  requestReview: boolean;
  settings: boolean;
  delete: boolean;
};
export type Attachment = {
  id: string;
  name: string;
  type: ReviewType;
  isDisabledInternalTabAnnotation: boolean;
  isDisabledPublicTabAnnotation: boolean;
  /** empty for a proof that is for the customer from its start */
  attachmentTypeStartFrom: "supplied file" | "internal review" | "";
  startingTab: "public" | "internal";
  uploadedByType: "customer" | "other";
  createdAt: string;
  /** newest first */
  versions: Version[];
  /** of the attachment. A decision sends it as expectedVersion. Absent for people who may not see decisions */
  version?: number;
  can: AttachmentCan;
};
export type OrderAttachments = {
  customerReview: Attachment[];
  suppliedFiles: Attachment[];
  internalReview: Attachment[];
};
export type OrderDownloadWithWatermark = {
  /** presigned */
  watermarkFile: string;
  isDownloadWithWatermark: boolean;
  isDarkBackground: boolean;
};
export type OrderCan = {
  /** choose the watermark of downloaded proofs */
  watermark: boolean;
  /** start working time */
  play: boolean;
  /** stop the working time that runs */
  pause: boolean;
  editDetails: boolean;
  assign: boolean;
  collaborate: boolean;
  deleteAttachment: boolean;
  comment: boolean;
  /** kinds of attachment the caller may add now */
  upload: ReviewType[];
};
export type Order = {
  id: string;
  orderId: string;
  orderName: string;
  status: Status;
  progress: Status;
  orderStateStatus: CardState;
  client: string;
  company: OrderCompany;
  packageName: string;
  serviceId?: string;
  serviceName: string;
  /** TipTap JSON text (D-20), empty when there is none */
  brief: string;
  priority: "normal" | "high" | "urgent";
  /** links to what it should look like */
  references: string[];
  /** billed by the hour */
  payg: boolean;
  workTime: WorkTime;
  queuePercent?: number;
  /** seconds of business hours from publishing to the begin of work, absent for none */
  promisedStart?: number;
  /** when work should start, by the business hours at the time of the promise; absent for none */
  promisedBy?: string;
  /** when it last began to wait for work */
  publishedAt?: string;
  /** when that wait ended */
  startedAt?: string;
  createdAt: string;
  updatedAt: string;
  dueDate?: string;
  /** as on cards */
  dueSoonAt?: string;
  creator: OrderPerson;
  operator?: OrderPerson;
  manager?: OrderPerson;
  collaborators: OrderPerson[];
  userAbility?: "creator" | "collaborator";
  frozen: boolean;
  archived: boolean;
  locked: boolean;
  holdReason?: string;
  /** how many active orders the account may have, if it has all of them and the caller could activate this one otherwise (BY-064) */
  fullSlots?: number;
  heldFrom?: Status;
  attachments: OrderAttachments;
  downloadWithWatermark: OrderDownloadWithWatermark;
  /** review actions open to the caller (section 6 of the document) */
  reviewActions: (
    "make-changes" | "put-on-hold" | "stay-in-review" | "order-approved"
  )[];
  allowedStatuses: Status[];
  allowedActions: ActionName[];
  can: OrderCan;
  version: number;
  position: number;
};
export type OrderData = {
  order: Order;
  position: number;
  /** send this as after to get the next page of files; absent on the last page. The versions of one attachment may be spread over several pages */
  next?: string;
  /** as of a moment: attachments and threads that are not shown, because an event of theirs cannot be read */
  leftOut?: LeftOut[];
};
export type OrderAnswer = {
  success: Success;
  data: OrderData;
};
export type OrderDetails = {
  orderName?: string;
  serviceId?: string;
  brief?: string;
  dueDate?: string | null;
  priority?: "normal" | "high" | "urgent";
  references?: string[];
  /** billed by the hour; of drafts */
  payg?: boolean;
  expectedVersion?: number;
};
export type Move = {
  moveto:
    | "active"
    | "queue"
    | "ready-to-go"
    | "in-progress"
    | "gr-revision"
    | "in-review"
    | "on-hold"
    | "approved"
    | "completed";
  via?: "board" | "status" | "review";
  /** the card that comes right after the dropped one */
  beforeId?: string;
  /** the card that comes right before the dropped one */
  afterId?: string;
  /** the proof on screen, with via review */
  attachmentId?: string;
  reason?: string;
  expectedVersion?: number;
};
export type OrderAction = {
  action: ActionName;
  reason?: string;
  expectedVersion?: number;
};
export type Assignment = {
  operatorId?: string;
  managerId?: string;
};
export type Collaborators = {
  userIds: string[];
};
export type WorkingTimeAction = {
  action: "play" | "pause";
};
export type RunningTimer = {
  orderId: string;
  orderNumber: string;
  orderName: string;
  since: string;
  /** since when the caller is asked whether they are still working */
  warningAt?: string;
  /** when the timer stops if nobody answers */
  stopsAt?: string;
};
export type WorkingTimeData = {
  timer?: RunningTimer;
};
export type WorkingTimeAnswer = {
  success: Success;
  data: WorkingTimeData;
};
export type WorkingTimeReminderData = {
  /** minutes */
  intervalReminder: number;
};
export type WorkingTimeReminderAnswer = {
  success: Success;
  data: WorkingTimeReminderData;
};
export type ScheduleStopperData = {
  removed: boolean;
};
export type ScheduleStopperAnswer = {
  success: Success;
  data: ScheduleStopperData;
};
export type CatalogueCategory = {
  id: string;
  name: string;
  place: number;
  retired: boolean;
};
export type CatalogueService = {
  id: string;
  name: string;
  categoryId: string;
  /** seconds from publishing to the begin of work, 0 for no promise */
  promisedStart: number;
  /** seconds of working time, 0 for none */
  allocated: number;
  place: number;
  retired: boolean;
};
export type PackageCustomers = {
  total: number;
  /** the first of them by name */
  names: string[];
};
export type CataloguePackage = {
  id: string;
  name: string;
  /** seconds of working time a cycle, -1 for unlimited */
  allocated: number;
  /** -1 for unlimited */
  maximumActiveOrder: number;
  place: number;
  retired: boolean;
  customers?: PackageCustomers;
};
export type CatalogueData = {
  categories: CatalogueCategory[];
  services: CatalogueService[];
  packages: CataloguePackage[];
};
export type CatalogueAnswer = {
  success: Success;
  data: CatalogueData;
};
export type BulkDownloadData = {
  id: string;
  orderId: string;
  state: "waiting" | "ready" | "failed";
  /** once it is ready */
  fileName?: string;
  /** bytes */
  fileSize?: number;
  /** works for a minute; once it is ready */
  url?: string;
  /** when it is removed */
  expiresAt: string;
};
export type BulkDownloadAnswer = {
  success: Success;
  data: BulkDownloadData;
};
export type TimelineEntry = {
  position: number;
  timelineType: "history";
  /** the event */
  type: string;
  /** 'Approved' or 'Revise' for decisions on a version, else empty */
  content: string;
  /** a sentence without the actor */
  summary: string;
  actor?: Person;
  at: string;
  reason?: string;
  attachmentId?: string;
  attachmentVersionId?: string;
  topicId?: string;
};
export type TimelineData = {
  entries: TimelineEntry[];
  /** ask for the next page with this, absent at the end */
  before?: number;
};
export type TimelineAnswer = {
  success: Success;
  data: TimelineData;
};
export type EventKind =
  "status" | "detail" | "work" | "people" | "file" | "decision" | "comment";
export type FieldChange = {
  field: string;
  from: string;
  to: string;
};
export type HistoryEvent = {
  position: number;
  version: number;
  stream: string;
  streamType: "order" | "proof" | "topic" | "guest";
  type: string;
  /** a sentence */
  label: string;
  actor?: Person;
  impersonator?: Person;
  at: string;
  via: string;
  reason?: string;
  /** what the event has; an access token without proofs:read gets none of topics */
  data: {
    [key: string]: unknown;
  };
  diff: FieldChange[];
};
export type HistoryData = {
  events: HistoryEvent[];
  after?: number;
};
export type HistoryAnswer = {
  success: Success;
  data: HistoryData;
};
export type ProofChange = {
  orderId: string;
  attachmentId: string;
  versionId?: string;
  version: number;
  position: number;
};
export type ProofChangedAnswer = {
  success: Success;
  message: string;
  data: ProofChange;
};
export type UploadForm = {
  /** of the upload, to remove it with */
  id: string;
  url: string;
  /** post these first and the file last */
  fields: {
    [key: string]: string;
  };
};
export type UploadTokenAnswer = {
  success: Success;
  message: string;
  data: UploadForm;
};
export type UploadKind =
  | "attachment"
  | "attachment-version"
  | "watermark"
  | "avatar"
  | "avatar-customer"
  | "logo"
  | "favicon"
  | "image-placeholder";
export type UploadRequest = {
  name: string;
  /** bytes, at most 2,147,483,648 */
  size: number;
  /** content type */
  type: string;
};
export type PartNumber = number;
export type PartSum = string;
export type ArrivedPart = {
  number: PartNumber;
  md5?: PartSum;
};
export type UploadInParts = {
  /** of the upload, to go on with or to remove it */
  id: string;
  /** to complete the upload with */
  key: string;
  /** bytes of the whole file */
  size: number;
  /** bytes of each part but the last, which has the rest */
  partSize: number;
  /** what is not completed by then is removed */
  expiresAt: string;
  arrived: ArrivedPart[];
};
export type UploadInPartsAnswer = {
  success: Success;
  message: string;
  data: UploadInParts;
};
export type PartLink = {
  number: PartNumber;
  /** put the bytes of the part to it, with the header Content-MD5 */
  url: string;
};
export type PartLinksAnswer = {
  success: Success;
  message: string;
  data: PartLink[];
};
export type PartToLink = {
  number: PartNumber;
  md5: PartSum;
};
export type PartsToLink = {
  parts: PartToLink[];
};
export type StorageInfoStorages = {
  /** bytes of the quota in use */
  used: number;
  /** bytes; below 0: unlimited */
  quota: number;
};
export type StorageInfoRetail = {
  /** what is beyond the quota */
  additionalStorageUsed: number;
  additionalStorageQuota: number;
};
export type StorageInfo = {
  storages: StorageInfoStorages;
  retail: StorageInfoRetail;
  /** nothing more can be uploaded */
  full: boolean;
};
export type StorageAnswer = {
  success: Success;
  data: StorageInfo;
};
export type MessagesChange = {
  position: number;
};
export type MessagesChangedAnswer = {
  success: Success;
  message: string;
  data: MessagesChange;
};
export type MessageDataTargetId = {
  cardId: string;
  attachmentId?: string;
  versionId?: string;
  commentId?: string;
  public?: boolean;
  annotation?: boolean;
};
export type MessageData = {
  target: "order-detail" | "attachment-annotation";
  targetId: MessageDataTargetId;
  widgetType:
    | "order-move"
    | "order-approval"
    | "order-review-request"
    | "order-comment-customer"
    | "order-comment-user";
  cardNumber: string;
  cardTitle: string;
  cardProgress: Status;
};
export type Message = {
  id: string;
  group: string;
  title: string;
  message: string;
  /** the first words of the comment, if the caller may read it */
  excerpt?: string;
  created: string;
  isRead: boolean;
  avatar: string;
  username: string;
  status: "info" | "warning" | "error";
  totalMessage: number;
  totalRead: number;
  data: MessageData;
};
export type MessagesAnswerMeta = {
  /** 0 after a cursor */
  page: number;
  totalPages: number;
  total: number;
  /** unread messages of all groups */
  unread: number;
  /** of a list that can be read with cursors: send this as cursor to get the next page; absent on the last */
  next?: string;
};
export type MessagesAnswer = {
  success: Success;
  data: Message[];
  meta: MessagesAnswerMeta;
};
export const {
  useSignInCustomerMutation,
  useSignInDeskMutation,
  useBrandQuery,
  useLogoutMutation,
  useCsrfTokenQuery,
  useProfileQuery,
  useNotificationSettingsQuery,
  useSaveNotificationSettingsMutation,
  useDemoPeopleQuery,
  useServicesQuery,
  useOperatorsQuery,
  useManagersQuery,
  useCustomersQuery,
  useClientsQuery,
  useCreatorsQuery,
  useServiceCategoriesQuery,
  useFiltersQuery,
  useCreateFilterMutation,
  useOrdersQuery,
  useCreateOrderMutation,
  useSearchOrdersQuery,
  useOrderQuery,
  useUpdateOrderMutation,
  useMoveOrderMutation,
  useActOnOrderMutation,
  useAssignOrderMutation,
  useSetCollaboratorsMutation,
  useUnlockOrderMutation,
  useWorkOnOrderMutation,
  useWorkingTimeQuery,
  useConfirmWorkingTimeMutation,
  useWorkingTimeReminderQuery,
  useRemoveScheduleStopperQuery,
  useTakeBackStopperMutation,
  useCatalogueQuery,
  useOrderTeamQuery,
  useRequestBulkDownloadMutation,
  useBulkDownloadQuery,
  useTimelineQuery,
  useHistoryQuery,
  useDeleteAttachmentMutation,
  useUploadTokenMutation,
  useBeginUploadMutation,
  useRemoveUploadMutation,
  useUploadedPartsQuery,
  useLinkPartsMutation,
  useStorageQuery,
  useDeleteMessagesMutation,
  useReadMessagesMutation,
  useMessageGroupsQuery,
  useMessageGroupQuery,
  useDeleteMessageGroupMutation,
  useReadMessageGroupMutation,
  useDeleteMessageMutation,
  useReadMessageMutation,
} = injectedRtkApi;
