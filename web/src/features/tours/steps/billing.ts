import type { Tour } from '../tour';

/** The tours of what the account pays. */
export const billing = {
  manageInvoice: {
    title: 'Manage invoices',
    shows: 'this page',
    steps: [
      { target: 'invoices', title: 'Your invoices', text: 'Every invoice of your account, the newest first.' },
      {
        target: 'invoice-number',
        title: 'Open an invoice',
        text: 'See what it is for and how to pay it, and save it as a PDF for your books.',
      },
      {
        target: 'invoice-due',
        title: 'Due date',
        text: 'Pay by this day. A late invoice says for how long it is overdue.',
      },
      { target: 'invoice-state', title: 'Paid or open', text: 'This says whether an invoice is paid.' },
      { target: 'billing-tabs', title: 'Payments', text: 'What you have paid is on the page beside this one.' },
    ],
  },
  managePayment: {
    title: 'Manage payment',
    shows: 'this page',
    steps: [
      { target: 'payments', title: 'Your payments', text: 'What you have paid, the newest first.' },
      { target: 'payment-invoice', title: 'Its invoice', text: 'Every payment belongs to an invoice. Open it here.' },
      { target: 'payment-way', title: 'How you paid', text: 'By card or by bank transfer.' },
      {
        target: 'payment-outcome',
        title: 'What became of it',
        text: 'Whether the money arrived, was refused, or was given back.',
      },
      { target: 'billing-tabs', title: 'Invoices', text: 'What is still to be paid is on the page beside this one.' },
    ],
  },
  addNewPaymentMethod: {
    title: 'Add a payment method',
    shows: 'how to add a payment method',
    steps: [
      {
        target: 'payment-methods',
        title: 'How you pay',
        text: 'The cards that invoices are charged to. Without cards it says where to send a bank transfer.',
      },
      {
        target: 'method-add',
        title: 'Add a card',
        text: 'Enter it with the payment provider. Its number never reaches us.',
      },
      { target: 'method-default', title: 'The default card', text: 'Invoices are charged to this card.' },
      {
        target: 'method-actions',
        title: 'Change or delete it',
        text: 'A card that you deactivate is not charged any more, and only such a card can be deleted.',
      },
      { target: 'billing-tabs', title: 'Payments and invoices', text: 'What you pay is on the pages beside this one.' },
    ],
  },
} satisfies Record<string, Tour>;
