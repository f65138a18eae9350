import { baseApi } from '../request/base';
import { dropCard, showCard } from '../board/board';
import { generatedApi, type OrderChange, type ProfileAnswer } from '../generated';
import type { Change } from '../outbox/outboxState';

export type Tag = { type: 'Order' | 'Timeline' | 'History' | 'Conversation' | 'Proof'; id: string };

/**
 * Returns the tags that a change of one order invalidates. The board is not included, because it is
 * patched.
 */
export function order(id: string): (Tag | 'Orders' | 'Work')[] {
  return [{ type: 'Order', id }, { type: 'Timeline', id }, { type: 'History', id }, 'Orders', 'Work'];
}

export function proof(orderId: string, attachmentId: string): (Tag | 'Orders' | 'Work')[] {
  return [...order(orderId), { type: 'Proof', id: attachmentId }];
}

/** Returns the tags that a message of an order's conversation invalidates. */
export const conversation = (id: string): Tag[] => [
  { type: 'Conversation', id },
  { type: 'Timeline', id },
  { type: 'History', id },
];

/** Returns the tags that a queued change invalidates once it is sent. */
export function changed({ move, act, comment }: Change): (Tag | 'Orders' | 'Work' | 'Messages')[] {
  const file = comment ?? act;
  if (act?.deletes) return ['Orders', 'Work', 'Messages'];
  if (file?.attachmentId) return proof(file.orderId, file.attachmentId);
  if (comment) return conversation(comment.orderId);
  const id = move?.cardId ?? act?.orderId;
  return id ? order(id) : ['Orders', 'Work'];
}

type Changed = { queryFulfilled: Promise<{ data: { data: OrderChange } }> };

/** Shows the changed card of an answer on the board. */
async function patchBoard(dispatch: (thunk: ReturnType<typeof showCard>) => void, { queryFulfilled }: Changed) {
  const { data } = await queryFulfilled.catch(() => ({ data: null }));
  if (data?.data.order) dispatch(showCard(data.data.order));
}

/** Sets the tags that each call provides and invalidates, which the generator cannot know. */
export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    // Also that of the client view, which is read in its place (SH-036).
    profile: {
      providesTags: ['Profile'],
      // People without an account have an empty plan there (BD-341), which the app treats as none.
      transformResponse: (answer: ProfileAnswer): ProfileAnswer => ({
        ...answer,
        data: { ...answer.data, membership: answer.data.membership?.type ? answer.data.membership : undefined },
      }),
    },
    brand: { providesTags: ['Profile'] },
    services: { providesTags: ['Catalogue'] },
    catalogue: { providesTags: ['Catalogue'] },
    workingTime: { providesTags: ['WorkingTime'] },
    orderTeam: { providesTags: ['Catalogue'] },
    operators: { providesTags: ['Catalogue'] },
    managers: { providesTags: ['Catalogue'] },
    customers: { providesTags: ['Catalogue', 'ClientBoard'] },
    notificationSettings: { providesTags: ['NotificationSettings'] },
    saveNotificationSettings: { invalidatesTags: ['NotificationSettings'] },
    clients: { providesTags: ['Catalogue'] },
    creators: { providesTags: ['Catalogue', 'Orders'] },
    serviceCategories: { providesTags: ['Catalogue'] },
    searchOrders: { providesTags: ['Orders'] },
    orders: { providesTags: ['Orders'] },
    order: { providesTags: (_data, _error, { orderId }) => [{ type: 'Order', id: orderId }] },
    storage: {
      providesTags: (_data, _error, { orderId }) => (orderId ? [{ type: 'Order', id: orderId }] : ['Orders']),
    },
    timeline: { providesTags: (_data, _error, { orderId }) => [{ type: 'Timeline', id: orderId }] },
    history: { providesTags: (_data, _error, { orderId }) => [{ type: 'History', id: orderId }] },
    messageGroups: { providesTags: ['Messages'] },
    messageGroup: { providesTags: ['Messages'] },

    createOrder: {
      invalidatesTags: ['Orders', 'Work'],
      onQueryStarted: (_args, { dispatch, ...call }) => patchBoard(dispatch, call),
    },
    updateOrder: {
      invalidatesTags: (_data, _error, { orderId }) => order(orderId),
      onQueryStarted: (_args, { dispatch, ...call }) => patchBoard(dispatch, call),
    },
    moveOrder: {
      invalidatesTags: (_data, _error, { orderId }) => order(orderId),
      onQueryStarted: (_args, { dispatch, ...call }) => patchBoard(dispatch, call),
    },
    actOnOrder: {
      invalidatesTags: (_data, _error, { orderId, orderAction }) =>
        orderAction.action === 'delete' ? ['Orders', 'Work', 'Messages'] : order(orderId),
      async onQueryStarted({ orderId, orderAction }, { dispatch, ...call }) {
        await patchBoard(dispatch, call);
        const deleted = orderAction.action === 'delete' && (await call.queryFulfilled.catch(() => null));
        if (deleted) dispatch(dropCard(orderId));
      },
    },
    assignOrder: {
      invalidatesTags: (_data, _error, { orderId }) => order(orderId),
      onQueryStarted: (_args, { dispatch, ...call }) => patchBoard(dispatch, call),
    },
    workOnOrder: {
      invalidatesTags: (_data, _error, { orderId }) => [...order(orderId), 'WorkingTime'],
      onQueryStarted: (_args, { dispatch, ...call }) => patchBoard(dispatch, call),
    },
    confirmWorkingTime: { invalidatesTags: ['WorkingTime'] },
    setCollaborators: { invalidatesTags: (_data, _error, { orderId }) => order(orderId) },
    unlockOrder: { invalidatesTags: (_data, _error, { orderId }) => order(orderId) },
    deleteAttachment: { invalidatesTags: (_data, _error, { orderId }) => order(orderId) },

    deleteMessages: { invalidatesTags: ['Messages'] },
    readMessages: { invalidatesTags: ['Messages'] },
    deleteMessageGroup: { invalidatesTags: ['Messages'] },
    readMessageGroup: { invalidatesTags: ['Messages'] },
    deleteMessage: { invalidatesTags: ['Messages'] },
    readMessage: { invalidatesTags: ['Messages'] },
  },
});

export const invalidate = baseApi.util.invalidateTags;
