/**
 * The parts of the API that features use: generated calls and types, error texts, hooks, live
 * messages.
 */
export * from './generated';
export {
  type Comment,
  type Decision,
  type Guest,
  type GuestData,
  type NewComment,
  type NewTopic,
  type OpenPagesApiArg,
  type PageRange,
  type Topic,
  useDeleteCommentMutation,
  useDeleteTopicMutation,
  useDeleteVersionMutation,
  useEditCommentMutation,
  useEditTopicMessageMutation,
  useGuestAddCommentMutation,
  useGuestDataQuery,
  useGuestDeleteCommentMutation,
  useGuestDeleteTopicMutation,
  useGuestEditCommentMutation,
  useGuestOpenTopicMutation,
  useGuestResolveCommentMutation,
  useGuestUpdateAnnotationMutation,
  useGuestVersionQuery,
  useGuestsQuery,
  useInviteGuestMutation,
  useMakePictureMutation,
  useMentionsQuery,
  useOpenPagesMutation,
  useResolveTopicMutation,
  useRevokeGuestMutation,
  useSetAttachmentSettingsMutation,
  useSetWatermarkMutation,
  useUpdateAnnotationMutation,
  useVersionQuery,
  useWatermarkQuery,
} from './generated/proof';
export { type CertificateFormat, useCertificateFileMutation } from './proof/certificate';
export { type ApiError, apiError, details, genericError, sentence } from './request/envelope';
export { useAbility, useApiDispatch, useApiSelector, useMe, useSession } from './hooks';
export { onLive } from './live/live';
