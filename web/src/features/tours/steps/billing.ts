import type { Tour } from '../tour';

/** The tours of membership and payments, for pages that do not exist yet. */
export const billing = {
  manageInvoice: {
    title: 'Manage invoices',
    shows: 'this page',
    steps: [
      { target: 'invoices', title: 'Your invoices', text: 'Every invoice of your account, the newest first.' },
      { target: 'invoice-state', title: 'Paid or open', text: 'This says whether an invoice is paid.' },
      { target: 'invoice-download', title: 'Download', text: 'Save an invoice as a PDF for your books.' },
    ],
  },
  managePayment: {
    title: 'Manage payment',
    shows: 'this page',
    steps: [
      { target: 'payments', title: 'Your payments', text: 'What you have paid, and how.' },
      { target: 'payment-default', title: 'The usual way', text: 'We charge this payment method.' },
      { target: 'payment-add', title: 'Another one', text: 'Add a payment method here.' },
    ],
  },
  addNewPaymentMethod: {
    title: 'Add a payment method',
    shows: 'how to add a payment method',
    steps: [
      { target: 'method-kind', title: 'The kind', text: 'Choose how you want to pay.' },
      { target: 'method-details', title: 'The details', text: 'Enter what is on your card or account.' },
      { target: 'method-save', title: 'Save it', text: 'We can use it from then on.' },
    ],
  },
} satisfies Record<string, Tour>;
