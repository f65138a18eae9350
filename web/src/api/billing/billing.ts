import {
  generatedBillingApi,
  type InvoicesAnswer,
  type InvoicesApiArg,
  type PaymentsAnswer,
  type PaymentsApiArg,
  type SoldInvoicesApiArg,
} from '../generated/billing';

export * from '../generated/billing';

/** Lists have numbered pages, and say whether there is another one. */
const numbered = {
  initialPageParam: 1,
  getNextPageParam: ({ more }: { more: boolean }, _all: unknown, page: number) => (more ? page + 1 : undefined),
};

/** What shows whether an invoice was paid. An account that was closed because of it opens again. */
const settled = ['Invoices', 'Payments', 'Accounts'] as const;

/** The cache tags of plans, invoices and payments, and their lists, which grow by a page at a time. */
const billingApi = generatedBillingApi
  .enhanceEndpoints({
    endpoints: {
      plans: { providesTags: ['Plans'] },
      createPlan: { invalidatesTags: ['Plans'] },
      revisePlan: { invalidatesTags: ['Plans'] },
      retirePlan: { invalidatesTags: ['Plans'] },
      reofferPlan: { invalidatesTags: ['Plans'] },
      // The form starts with what is stored now, never with what was read on an earlier visit.
      sellingTerms: { providesTags: ['Plans'], keepUnusedDataFor: 0 },
      saveSellingTerms: { invalidatesTags: ['Plans'] },
      soldPacks: { providesTags: ['Plans'] },
      savePacks: { invalidatesTags: ['Plans'] },
      invoice: { providesTags: ['Invoices'] },
      payInvoice: { invalidatesTags: [...settled] },
      correctPayment: { invalidatesTags: [...settled] },
      voidInvoice: { invalidatesTags: [...settled] },
      creditInvoice: { invalidatesTags: [...settled] },
      payment: { providesTags: ['Payments'] },
      customerMembership: { providesTags: ['Accounts', 'Invoices'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      invoicePages: build.infiniteQuery<InvoicesAnswer, Omit<InvoicesApiArg, 'page'>, number>({
        infiniteQueryOptions: numbered,
        query: ({ queryArg, pageParam }) => ({ url: '/billing/invoices', params: { ...queryArg, page: pageParam } }),
        providesTags: ['Invoices'],
      }),
      paymentPages: build.infiniteQuery<PaymentsAnswer, Omit<PaymentsApiArg, 'page'>, number>({
        infiniteQueryOptions: numbered,
        query: ({ queryArg, pageParam }) => ({ url: '/billing/payments', params: { ...queryArg, page: pageParam } }),
        providesTags: ['Payments'],
      }),
      soldInvoicePages: build.infiniteQuery<InvoicesAnswer, Omit<SoldInvoicesApiArg, 'page'>, number>({
        infiniteQueryOptions: numbered,
        query: ({ queryArg: { clientId, ...filter }, pageParam }) => ({
          url: `/sellers/${encodeURIComponent(clientId)}/invoices`,
          params: { ...filter, page: pageParam },
        }),
        providesTags: ['Invoices'],
      }),
      /** Returns the document of an invoice, or of its credit note, as an object URL. The caller must revoke the URL. */
      invoiceFile: build.mutation<string, { invoiceId: string; credit?: true }>({
        query: ({ invoiceId, credit }) => ({
          url: `/billing/invoices/${encodeURIComponent(invoiceId)}/pdf`,
          params: { credit },
          responseHandler: async (response) =>
            response.ok ? URL.createObjectURL(await response.blob()) : ((await response.json()) as unknown),
        }),
      }),
    }),
  });

export const {
  useInvoicePagesInfiniteQuery,
  usePaymentPagesInfiniteQuery,
  useSoldInvoicePagesInfiniteQuery,
  useInvoiceFileMutation,
} = billingApi;
