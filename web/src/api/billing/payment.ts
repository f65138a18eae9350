import { generatedBillingApi } from '../generated/billing';

export type { CardEntry, CardPayment, PaymentMethod, PaymentMethods } from '../generated/billing';

/** The profile says whether a card is missing. A refused change leaves all as it was. */
const changed = (answer: unknown) => (answer ? (['PaymentMethods', 'Profile'] as const) : []);

/** A refused payment is listed as well. A paid invoice can open a subscription again. */
const paid = (answer: unknown) => (answer ? (['Invoices', 'Payments', 'Membership', 'Profile'] as const) : []);

/** The calls about payment methods and about payments by card, with their cache tags. */
const paymentApi = generatedBillingApi.enhanceEndpoints({
  endpoints: {
    paymentMethods: { providesTags: ['PaymentMethods'] },
    addPaymentMethod: { invalidatesTags: changed },
    changePaymentMethod: { invalidatesTags: changed },
    deletePaymentMethod: { invalidatesTags: changed },
    finishCardPayment: { invalidatesTags: paid },
  },
});

export const {
  usePaymentMethodsQuery,
  useEnterCardMutation,
  useAddPaymentMethodMutation,
  useChangePaymentMethodMutation,
  useDeletePaymentMethodMutation,
  usePayByCardMutation,
  useFinishCardPaymentMutation,
} = paymentApi;
