import { restOfGuestData } from './filePages';
import { generatedProofApi, type GuestDataAnswer, type GuestDataApiArg } from '../generated/proof';
import { conversation, order, proof } from '../live/tags';
import { allPages } from './versionPages';
import '../board/wholeOrder';

type At = { orderId: string; attachmentId: string };

/** The tags of a change on a proof, without and with those of other screens. */
const here = (_data: unknown, _error: unknown, { attachmentId }: Pick<At, 'attachmentId'>) => [
  { type: 'Proof' as const, id: attachmentId },
];
const everywhere = (_data: unknown, _error: unknown, { orderId, attachmentId }: At) => proof(orderId, attachmentId);

/** The tags of what is written about the order itself. */
const told = (_data: unknown, _error: unknown, { orderId }: Pick<At, 'orderId'>) => conversation(orderId);

type Ask = Parameters<typeof allPages>[0];

/** Makes a call return all of its pages at once. */
function paged<Arg>(definition: { query?: (arg: Arg) => unknown }): void {
  const { query } = definition;
  Object.assign(definition, {
    query: undefined,
    providesTags: here,
    queryFn: (arg: Arg, _api: unknown, _extra: unknown, send: (request: unknown) => ReturnType<Ask>) =>
      allPages((after) => send(query?.({ ...arg, after }))),
  });
}

/**
 * The cache tags of the calls of the proof screen. They are not part of the code that loads before
 * the board.
 */
export const proofApi = generatedProofApi.enhanceEndpoints({
  endpoints: {
    versions: { providesTags: here },
    guests: { providesTags: (_data, _error, { orderId }) => [{ type: 'Timeline', id: orderId }] },
    inviteGuest: { invalidatesTags: (_data, _error, { orderId }) => order(orderId) },
    revokeGuest: { invalidatesTags: (_data, _error, { orderId }) => order(orderId) },
    guestData(definition) {
      const { query } = definition;
      Object.assign(definition, {
        query: undefined,
        providesTags: ['Guest'],
        async queryFn(
          arg: GuestDataApiArg,
          _api: unknown,
          _extra: unknown,
          send: (request: unknown) => ReturnType<Ask>,
        ) {
          const ask = (after?: string) => send(query?.({ ...arg, after }));
          const first = await ask();
          return first.error === undefined ? restOfGuestData(first.data as GuestDataAnswer, ask) : first;
        },
      });
    },
    conversation(definition) {
      paged(definition);
      definition.providesTags = (_data, _error, { orderId }) => [{ type: 'Conversation', id: orderId }];
    },
    addConversationMessage: { invalidatesTags: told },
    editConversationMessage: { invalidatesTags: told },
    deleteConversationMessage: { invalidatesTags: told },
    addConversationReply: { invalidatesTags: told },
    editConversationReply: { invalidatesTags: told },
    deleteConversationReply: { invalidatesTags: told },
    guestVersion: paged,
    guestOpenTopic: { invalidatesTags: here },
    guestUpdateAnnotation: { invalidatesTags: here },
    guestDeleteTopic: { invalidatesTags: here },
    guestAddComment: { invalidatesTags: here },
    guestResolveComment: { invalidatesTags: here },
    guestDeleteComment: { invalidatesTags: here },
    guestEditComment: { invalidatesTags: here },
    version: paged,
    watermark: { providesTags: (_data, _error, { orderId }) => [{ type: 'Order', id: orderId }] },
    // A client's watermark shows on all orders of the client.
    setWatermark: {
      invalidatesTags: (_data, _error, { orderId, watermarkChoice }) =>
        watermarkChoice.scope === 'client' ? ['Order'] : order(orderId),
    },
    decideVersion: { invalidatesTags: everywhere },
    deleteVersion: { invalidatesTags: everywhere },
    setAttachmentSettings: { invalidatesTags: everywhere },
    requestReview: { invalidatesTags: everywhere },
    makePicture: { invalidatesTags: everywhere },
    openTopic: { invalidatesTags: everywhere },
    updateAnnotation: { invalidatesTags: here },
    deleteTopic: { invalidatesTags: everywhere },
    addComment: { invalidatesTags: everywhere },
    editTopicMessage: { invalidatesTags: here },
    resolveTopic: { invalidatesTags: everywhere },
    deleteComment: { invalidatesTags: everywhere },
    editComment: { invalidatesTags: here },
  },
});
