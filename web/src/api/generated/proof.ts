import { baseApi as api } from "../request/base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    watermark: build.query<WatermarkApiResponse, WatermarkApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/watermark`,
      }),
    }),
    setWatermark: build.mutation<SetWatermarkApiResponse, SetWatermarkApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/watermark`,
        method: "PUT",
        body: queryArg.watermarkChoice,
      }),
    }),
    mentions: build.query<MentionsApiResponse, MentionsApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/mentions`,
        params: {
          "cm-revew": queryArg["cm-revew"],
        },
      }),
    }),
    decideVersion: build.mutation<
      DecideVersionApiResponse,
      DecideVersionApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/${encodeURIComponent(String(queryArg.attachmentId))}/attachment-timeline`,
        method: "POST",
        body: queryArg.decision,
      }),
    }),
    deleteVersion: build.mutation<
      DeleteVersionApiResponse,
      DeleteVersionApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/${encodeURIComponent(String(queryArg.attachmentId))}/${encodeURIComponent(String(queryArg.versionId))}`,
        method: "DELETE",
        body: queryArg.reason,
      }),
    }),
    versions: build.query<VersionsApiResponse, VersionsApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/versions`,
      }),
    }),
    setAttachmentSettings: build.mutation<
      SetAttachmentSettingsApiResponse,
      SetAttachmentSettingsApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/settings`,
        method: "PUT",
        body: queryArg.attachmentSettings,
      }),
    }),
    requestReview: build.mutation<
      RequestReviewApiResponse,
      RequestReviewApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/request-review`,
        method: "POST",
      }),
    }),
    version: build.query<VersionApiResponse, VersionApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}`,
        params: {
          asOf: queryArg.asOf,
          after: queryArg.after,
        },
      }),
    }),
    openPages: build.mutation<OpenPagesApiResponse, OpenPagesApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/pages`,
        method: "PUT",
        body: queryArg.openedPages,
      }),
    }),
    makePicture: build.mutation<MakePictureApiResponse, MakePictureApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/picture`,
        method: "POST",
      }),
    }),
    conversation: build.query<ConversationApiResponse, ConversationApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/conversation`,
        params: {
          after: queryArg.after,
        },
      }),
    }),
    addConversationMessage: build.mutation<
      AddConversationMessageApiResponse,
      AddConversationMessageApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/conversation`,
        method: "POST",
        body: queryArg.newMessage,
      }),
    }),
    editConversationMessage: build.mutation<
      EditConversationMessageApiResponse,
      EditConversationMessageApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/conversation/${encodeURIComponent(String(queryArg.topicId))}`,
        method: "PUT",
        body: queryArg.messageEdit,
      }),
    }),
    deleteConversationMessage: build.mutation<
      DeleteConversationMessageApiResponse,
      DeleteConversationMessageApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/conversation/${encodeURIComponent(String(queryArg.topicId))}`,
        method: "DELETE",
      }),
    }),
    addConversationReply: build.mutation<
      AddConversationReplyApiResponse,
      AddConversationReplyApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/conversation/${encodeURIComponent(String(queryArg.topicId))}/reply`,
        method: "POST",
        body: queryArg.newComment,
      }),
    }),
    editConversationReply: build.mutation<
      EditConversationReplyApiResponse,
      EditConversationReplyApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/conversation/${encodeURIComponent(String(queryArg.topicId))}/reply/${encodeURIComponent(String(queryArg.commentId))}`,
        method: "PUT",
        body: queryArg.messageEdit,
      }),
    }),
    deleteConversationReply: build.mutation<
      DeleteConversationReplyApiResponse,
      DeleteConversationReplyApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/conversation/${encodeURIComponent(String(queryArg.topicId))}/reply/${encodeURIComponent(String(queryArg.commentId))}`,
        method: "DELETE",
      }),
    }),
    openTopic: build.mutation<OpenTopicApiResponse, OpenTopicApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/annotation`,
        method: "POST",
        body: queryArg.newTopic,
      }),
    }),
    updateAnnotation: build.mutation<
      UpdateAnnotationApiResponse,
      UpdateAnnotationApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/update`,
        method: "POST",
        body: queryArg.topicUpdate,
      }),
    }),
    deleteTopic: build.mutation<DeleteTopicApiResponse, DeleteTopicApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/annotation/${encodeURIComponent(String(queryArg.topicId))}`,
        method: "DELETE",
      }),
    }),
    addComment: build.mutation<AddCommentApiResponse, AddCommentApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/annotation/${encodeURIComponent(String(queryArg.topicId))}/comment`,
        method: "POST",
        body: queryArg.newComment,
      }),
    }),
    editTopicMessage: build.mutation<
      EditTopicMessageApiResponse,
      EditTopicMessageApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/annotation/${encodeURIComponent(String(queryArg.topicId))}/message`,
        method: "PUT",
        body: queryArg.messageEdit,
      }),
    }),
    resolveTopic: build.mutation<ResolveTopicApiResponse, ResolveTopicApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/annotation/${encodeURIComponent(String(queryArg.topicId))}/resolve`,
        method: "PUT",
        body: queryArg.resolve,
      }),
    }),
    deleteComment: build.mutation<
      DeleteCommentApiResponse,
      DeleteCommentApiArg
    >({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/comment/${encodeURIComponent(String(queryArg.commentId))}`,
        method: "DELETE",
      }),
    }),
    editComment: build.mutation<EditCommentApiResponse, EditCommentApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/comment/${encodeURIComponent(String(queryArg.commentId))}/message`,
        method: "PUT",
        body: queryArg.messageEdit,
      }),
    }),
    guests: build.query<GuestsApiResponse, GuestsApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/guest`,
      }),
    }),
    inviteGuest: build.mutation<InviteGuestApiResponse, InviteGuestApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/guest`,
        method: "POST",
        body: queryArg.newGuest,
      }),
    }),
    revokeGuest: build.mutation<RevokeGuestApiResponse, RevokeGuestApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.orderId))}/guest/${encodeURIComponent(String(queryArg.guestId))}`,
        method: "DELETE",
      }),
    }),
    guestReviewAuth: build.mutation<
      GuestReviewAuthApiResponse,
      GuestReviewAuthApiArg
    >({
      query: () => ({ url: `/g/reviewAuth`, method: "POST" }),
    }),
    guestCsrfToken: build.query<
      GuestCsrfTokenApiResponse,
      GuestCsrfTokenApiArg
    >({
      query: (queryArg) => ({
        url: `/g/csrf-token/${encodeURIComponent(String(queryArg.scope))}`,
      }),
    }),
    guestData: build.query<GuestDataApiResponse, GuestDataApiArg>({
      query: (queryArg) => ({
        url: `/g/guest/data`,
        params: {
          after: queryArg.after,
        },
      }),
    }),
    guestVersion: build.query<GuestVersionApiResponse, GuestVersionApiArg>({
      query: (queryArg) => ({
        url: `/g/guest/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}`,
        params: {
          after: queryArg.after,
        },
      }),
    }),
    guestOpenTopic: build.mutation<
      GuestOpenTopicApiResponse,
      GuestOpenTopicApiArg
    >({
      query: (queryArg) => ({
        url: `/g/guest/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/annotation`,
        method: "POST",
        body: queryArg.newTopic,
      }),
    }),
    guestUpdateAnnotation: build.mutation<
      GuestUpdateAnnotationApiResponse,
      GuestUpdateAnnotationApiArg
    >({
      query: (queryArg) => ({
        url: `/g/guest/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/update`,
        method: "POST",
        body: queryArg.topicUpdate,
      }),
    }),
    guestDeleteTopic: build.mutation<
      GuestDeleteTopicApiResponse,
      GuestDeleteTopicApiArg
    >({
      query: (queryArg) => ({
        url: `/g/guest/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/annotation/${encodeURIComponent(String(queryArg.topicId))}`,
        method: "DELETE",
      }),
    }),
    guestAddComment: build.mutation<
      GuestAddCommentApiResponse,
      GuestAddCommentApiArg
    >({
      query: (queryArg) => ({
        url: `/g/guest/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/annotation/${encodeURIComponent(String(queryArg.topicId))}/comment`,
        method: "POST",
        body: queryArg.newComment,
      }),
    }),
    guestResolveTopic: build.mutation<
      GuestResolveTopicApiResponse,
      GuestResolveTopicApiArg
    >({
      query: (queryArg) => ({
        url: `/g/guest/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/annotation/${encodeURIComponent(String(queryArg.topicId))}/resolve`,
        method: "PUT",
        body: queryArg.resolve,
      }),
    }),
    guestResolveComment: build.mutation<
      GuestResolveCommentApiResponse,
      GuestResolveCommentApiArg
    >({
      query: (queryArg) => ({
        url: `/g/guest/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/annotation/${encodeURIComponent(String(queryArg.topicId))}/${encodeURIComponent(String(queryArg.commentId))}`,
        method: "PUT",
        body: queryArg.resolve,
      }),
    }),
    guestDeleteComment: build.mutation<
      GuestDeleteCommentApiResponse,
      GuestDeleteCommentApiArg
    >({
      query: (queryArg) => ({
        url: `/g/guest/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/comment/${encodeURIComponent(String(queryArg.commentId))}`,
        method: "DELETE",
      }),
    }),
    guestEditComment: build.mutation<
      GuestEditCommentApiResponse,
      GuestEditCommentApiArg
    >({
      query: (queryArg) => ({
        url: `/g/guest/order/${encodeURIComponent(String(queryArg.orderId))}/attachment/${encodeURIComponent(String(queryArg.attachmentId))}/version/${encodeURIComponent(String(queryArg.versionId))}/comment/${encodeURIComponent(String(queryArg.commentId))}/message`,
        method: "PUT",
        body: queryArg.messageEdit,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedProofApi };
export type WatermarkApiResponse = /** status 200 OK */ WatermarkAnswer;
export type WatermarkApiArg = {
  orderId: string;
};
export type SetWatermarkApiResponse = /** status 200 Done */ WatermarkAnswer;
export type SetWatermarkApiArg = {
  orderId: string;
  watermarkChoice: WatermarkChoice;
};
export type MentionsApiResponse =
  /** status 200 Whom a comment on this order can mention */ MentionsAnswer;
export type MentionsApiArg = {
  orderId: string;
  /** true lists the creative and production managers only */
  "cm-revew"?: boolean;
};
export type DecideVersionApiResponse =
  /** status 200 Done */ ProofChangedAnswer;
export type DecideVersionApiArg = {
  orderId: string;
  attachmentId: string;
  decision: Decision;
};
export type DeleteVersionApiResponse =
  /** status 200 Done */ ProofChangedAnswer;
export type DeleteVersionApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  reason: Reason;
};
export type VersionsApiResponse =
  /** status 200 The versions of an attachment, newest first */ VersionsAnswer;
export type VersionsApiArg = {
  orderId: string;
  attachmentId: string;
};
export type SetAttachmentSettingsApiResponse =
  /** status 200 Done */ ProofChangedAnswer;
export type SetAttachmentSettingsApiArg = {
  orderId: string;
  attachmentId: string;
  attachmentSettings: AttachmentSettings;
};
export type RequestReviewApiResponse =
  /** status 200 Done */ ProofChangedAnswer;
export type RequestReviewApiArg = {
  orderId: string;
  attachmentId: string;
};
export type VersionApiResponse =
  /** status 200 The topics of a version on the tabs the caller may see */ VersionAnswer;
export type VersionApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  /** a log position or an RFC 3339 time */
  asOf?: string;
  /** next of the page before */
  after?: string;
};
export type OpenPagesApiResponse =
  /** status 200 The pages that anybody has opened, as runs of pages in order */ OpenedPagesAnswer;
export type OpenPagesApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  openedPages: OpenedPages;
};
export type MakePictureApiResponse =
  /** status 200 How far the picture is */ VersionPictureAnswer;
export type MakePictureApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
};
export type ConversationApiResponse =
  /** status 200 The messages with their replies, and where the caller may write */ ConversationAnswer;
export type ConversationApiArg = {
  orderId: string;
  /** next of the page before */
  after?: string;
};
export type AddConversationMessageApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type AddConversationMessageApiArg = {
  orderId: string;
  newMessage: NewMessage;
};
export type EditConversationMessageApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type EditConversationMessageApiArg = {
  orderId: string;
  topicId: string;
  messageEdit: MessageEdit;
};
export type DeleteConversationMessageApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type DeleteConversationMessageApiArg = {
  orderId: string;
  topicId: string;
};
export type AddConversationReplyApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type AddConversationReplyApiArg = {
  orderId: string;
  topicId: string;
  newComment: NewComment;
};
export type EditConversationReplyApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type EditConversationReplyApiArg = {
  orderId: string;
  topicId: string;
  commentId: string;
  messageEdit: MessageEdit;
};
export type DeleteConversationReplyApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type DeleteConversationReplyApiArg = {
  orderId: string;
  topicId: string;
  commentId: string;
};
export type OpenTopicApiResponse = /** status 200 Done */ TopicChangedAnswer;
export type OpenTopicApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  newTopic: NewTopic;
};
export type UpdateAnnotationApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type UpdateAnnotationApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  topicUpdate: TopicUpdate;
};
export type DeleteTopicApiResponse = /** status 200 Done */ TopicChangedAnswer;
export type DeleteTopicApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  topicId: string;
};
export type AddCommentApiResponse = /** status 200 Done */ TopicChangedAnswer;
export type AddCommentApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  topicId: string;
  newComment: NewComment;
};
export type EditTopicMessageApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type EditTopicMessageApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  topicId: string;
  messageEdit: MessageEdit;
};
export type ResolveTopicApiResponse = /** status 200 Done */ TopicChangedAnswer;
export type ResolveTopicApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  topicId: string;
  resolve: Resolve;
};
export type DeleteCommentApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type DeleteCommentApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  commentId: string;
};
export type EditCommentApiResponse = /** status 200 Done */ TopicChangedAnswer;
export type EditCommentApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  commentId: string;
  messageEdit: MessageEdit;
};
export type GuestsApiResponse =
  /** status 200 The guests invited to review an order, newest first */ GuestsAnswer;
export type GuestsApiArg = {
  orderId: string;
};
export type InviteGuestApiResponse =
  /** status 200 The invitation, with its link this once */ GuestInvitedAnswer;
export type InviteGuestApiArg = {
  orderId: string;
  newGuest: NewGuest;
};
export type RevokeGuestApiResponse = /** status 200 Done */ GuestChangedAnswer;
export type RevokeGuestApiArg = {
  orderId: string;
  guestId: string;
};
export type GuestReviewAuthApiResponse =
  /** status 200 Sign a guest in by Basic authorization with their link and its password, if it has one */ GuestTokenAnswer;
export type GuestReviewAuthApiArg = void;
export type GuestCsrfTokenApiResponse =
  /** status 200 A CSRF token for a guest, valid for 1 hour */ CsrfAnswer;
export type GuestCsrfTokenApiArg = {
  scope: "guest-annotation";
};
export type GuestDataApiResponse =
  /** status 200 What a guest was invited to */ GuestDataAnswer;
export type GuestDataApiArg = {
  /** next of the page before */
  after?: string;
};
export type GuestVersionApiResponse =
  /** status 200 The public topics of a version, for a guest */ VersionAnswer;
export type GuestVersionApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  /** next of the page before */
  after?: string;
};
export type GuestOpenTopicApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type GuestOpenTopicApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  newTopic: NewTopic;
};
export type GuestUpdateAnnotationApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type GuestUpdateAnnotationApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  topicUpdate: TopicUpdate;
};
export type GuestDeleteTopicApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type GuestDeleteTopicApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  topicId: string;
};
export type GuestAddCommentApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type GuestAddCommentApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  topicId: string;
  newComment: NewComment;
};
export type GuestResolveTopicApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type GuestResolveTopicApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  topicId: string;
  resolve: Resolve;
};
export type GuestResolveCommentApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type GuestResolveCommentApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  topicId: string;
  commentId: string;
  resolve: Resolve;
};
export type GuestDeleteCommentApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type GuestDeleteCommentApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  commentId: string;
};
export type GuestEditCommentApiResponse =
  /** status 200 Done */ TopicChangedAnswer;
export type GuestEditCommentApiArg = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  commentId: string;
  messageEdit: MessageEdit;
};
export type Success = boolean;
export type WatermarkUse = "client" | "none" | "own";
export type WatermarkPicture = {
  name: string;
  /** to fetch it with for a minute */
  url: string;
  /** the watermark is drawn light (BD-283) */
  isDarkBackground: boolean;
};
export type WatermarkDataOrder = {
  use: WatermarkUse;
  picture?: WatermarkPicture;
  /** the caller may choose it */
  can: boolean;
};
export type WatermarkDataClient = {
  /** the direct customer, or the reseller */
  name: string;
  picture?: WatermarkPicture;
  can: boolean;
};
export type WatermarkData = {
  order: WatermarkDataOrder;
  client: WatermarkDataClient;
  /** of the order */
  position: number;
};
export type WatermarkAnswer = {
  success: Success;
  message: string;
  data: WatermarkData;
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
export type WatermarkFile = {
  name: string;
  size: number;
  /** the key of the upload form */
  key: string;
};
export type WatermarkChoice = {
  /** for this order, or for all orders of its client */
  scope: "order" | "client";
  use: WatermarkUse;
  isDarkBackground: boolean;
  file?: WatermarkFile;
};
export type MentionOption = {
  id: string;
  name: string;
  avatar: string;
  /** the person's role in words */
  position: string;
};
export type MentionsAnswer = {
  success: Success;
  data: MentionOption[];
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
export type Decision = {
  timelineType: "history";
  content: "Approved" | "Revise";
  attachmentVersionId: string;
  /** the version of the attachment that the caller saw */
  expectedVersion?: number;
};
export type Reason = {
  reason: string;
};
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
export type VersionsAnswer = {
  success: Success;
  data: Version[];
};
export type AttachmentSettings = {
  isDisabledInternalTabAnnotation?: boolean;
  isDisabledPublicTabAnnotation?: boolean;
  startingTab?: "public" | "internal";
};
export type CommentCan = {
  edit: boolean;
  delete: boolean;
};
export type Comment = {
  id: string;
  message: string;
  sender: Person;
  user: Person;
  dateCreated: string;
  dateEdited?: string;
  isTopic: boolean;
  can: CommentCan;
};
export type TopicCan = {
  edit: boolean;
  delete: boolean;
  resolve: boolean;
  reply: boolean;
};
export type Topic = {
  id: string;
  topicId: string;
  /** TipTap JSON text */
  message: string;
  sender: Person;
  user: Person;
  dateCreated: string;
  dateEdited?: string;
  isResolve: boolean;
  isTopic: boolean;
  /** JSON text {className, attrs, scale, page}, empty for a topic without a mark */
  annotation: string;
  comments: Comment[];
  /** of the topic's stream */
  version: number;
  can: TopicCan;
};
export type VersionData = {
  public: Topic[];
  /** empty if the caller may not read the internal tab */
  internal: Topic[];
  /** ask for the next page with this as after; absent at the end. A page that begins within a thread repeats its topic without the comments before */
  next?: string;
};
export type VersionAnswer = {
  success: Success;
  data: VersionData;
};
export type PageRange = {
  from: number;
  /** included */
  to: number;
};
export type OpenedPagesAnswer = {
  success: Success;
  data: PageRange[];
};
export type OpenedPages = {
  pages: number[];
};
export type VersionPictureAnswer = {
  success: Success;
  data: VersionPicture;
};
export type ConversationCan = {
  public: boolean;
  internal: boolean;
};
export type ConversationData = {
  public: Topic[];
  /** empty if the caller may not read the internal tab */
  internal: Topic[];
  can: ConversationCan;
  /** as in VersionData */
  next?: string;
};
export type ConversationAnswer = {
  success: Success;
  data: ConversationData;
};
export type TopicChange = {
  /** the topic */
  id: string;
  commentId?: string;
  version: number;
  position: number;
};
export type TopicChangedAnswer = {
  success: Success;
  message: string;
  data: TopicChange;
};
export type NewMessage = {
  /** TipTap JSON text */
  message: string;
  /** the tab; internal by default, and always public for owner and staff */
  public?: boolean;
};
export type MessageEdit = {
  /** TipTap JSON text */
  data: string;
  mentions?: string;
};
export type NewComment = {
  message: string;
  mentions?: string;
};
export type NewTopic = {
  /** TipTap JSON text */
  message: string;
  /** JSON array of ids or of mentions */
  mentions?: string;
  /** JSON text */
  annotation?: string;
  /** the tab; the attachment's starting tab by default, and always public for owner, staff and guest */
  public?: boolean;
  pdfAnnotationModule?: string;
};
export type TopicUpdate = {
  topicId: string;
  message?: string;
  mentions?: string;
  annotation?: string;
  pdfAnnotationModule?: string;
};
export type Resolve = {
  data: boolean;
  mentions?: string;
};
export type GuestCan = {
  revoke: boolean;
};
export type Guest = {
  id: string;
  name: string;
  email: string;
  status: "live" | "entered" | "expired" | "revoked";
  attachmentIds: string[];
  inviter: Person;
  invitedAt: string;
  expiresAt: string;
  /** when the link was first followed */
  enteredAt?: string;
  revokedAt?: string;
  withPassword: boolean;
  can: GuestCan;
};
export type GuestAttachment = {
  id: string;
  name: string;
};
export type GuestsDataCan = {
  invite: boolean;
};
export type GuestsData = {
  guests: Guest[];
  /** that a guest can be invited to now */
  attachments: GuestAttachment[];
  can: GuestsDataCan;
};
export type GuestsAnswer = {
  success: Success;
  data: GuestsData;
};
export type GuestInvitation = {
  /** the guest */
  id: string;
  orderId: string;
  version: number;
  position: number;
  /** the secret link; empty where the request is a repeat and the mail has gone */
  link: string;
};
export type GuestInvitedAnswer = {
  success: Success;
  message: string;
  data: GuestInvitation;
};
export type NewGuest = {
  name: string;
  email: string;
  /** for the mail and the welcome */
  message?: string;
  attachmentIds: string[];
  /** 1 hour to 90 days from now; 14 days by default */
  expiresAt?: string;
  /** the link asks for it; it is not in the mail */
  password?: string;
};
export type GuestChangedData = {
  id: string;
  orderId: string;
  version: number;
  position: number;
};
export type GuestChangedAnswer = {
  success: Success;
  message: string;
  data: GuestChangedData;
};
export type GuestTokenData = {
  accessToken: string;
  /** 12 hours on, or when the invitation ends */
  expiresAt: string;
};
export type GuestTokenAnswer = {
  success: Success;
  data: GuestTokenData;
};
export type CsrfData = {
  token: string;
  expiresAt: string;
};
export type CsrfAnswer = {
  success: Success;
  data: CsrfData;
};
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
export type GuestDataInviter = {
  name: string;
  avatar: string;
};
export type ReviewType = "customerReview" | "suppliedFiles" | "internalReview";
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
export type GuestDataTimeZone = {
  /** as people read it */
  label: string;
  /** minutes east of UTC */
  offset: number;
};
export type GuestData = {
  orderId: string;
  theme: ProfileTheme;
  orderNumber: string;
  orderName: string;
  orderStatus: Status;
  /** always false; of a frozen order there is no data */
  orderIsFrozen: boolean;
  guestName: string;
  guestEmail: string;
  guestId: string;
  guestAvatar: string;
  guestMessage: string;
  inviter: GuestDataInviter;
  /** newest first, their versions ascending */
  attachments: Attachment[];
  timeZone: GuestDataTimeZone;
  expiresAt: string;
  position: number;
  /** send this as after to get the next page of attachments; absent on the last page. The versions of one attachment may be spread over several pages */
  next?: string;
};
export type GuestDataAnswer = {
  success: Success;
  data: GuestData;
};
export const {
  useWatermarkQuery,
  useSetWatermarkMutation,
  useMentionsQuery,
  useDecideVersionMutation,
  useDeleteVersionMutation,
  useVersionsQuery,
  useSetAttachmentSettingsMutation,
  useRequestReviewMutation,
  useVersionQuery,
  useOpenPagesMutation,
  useMakePictureMutation,
  useConversationQuery,
  useAddConversationMessageMutation,
  useEditConversationMessageMutation,
  useDeleteConversationMessageMutation,
  useAddConversationReplyMutation,
  useEditConversationReplyMutation,
  useDeleteConversationReplyMutation,
  useOpenTopicMutation,
  useUpdateAnnotationMutation,
  useDeleteTopicMutation,
  useAddCommentMutation,
  useEditTopicMessageMutation,
  useResolveTopicMutation,
  useDeleteCommentMutation,
  useEditCommentMutation,
  useGuestsQuery,
  useInviteGuestMutation,
  useRevokeGuestMutation,
  useGuestReviewAuthMutation,
  useGuestCsrfTokenQuery,
  useGuestDataQuery,
  useGuestVersionQuery,
  useGuestOpenTopicMutation,
  useGuestUpdateAnnotationMutation,
  useGuestDeleteTopicMutation,
  useGuestAddCommentMutation,
  useGuestResolveTopicMutation,
  useGuestResolveCommentMutation,
  useGuestDeleteCommentMutation,
  useGuestEditCommentMutation,
} = injectedRtkApi;
