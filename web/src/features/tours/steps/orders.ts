import type { Tour } from '../tour';

/** The tours of a new order. */
export const orders = {
  createNewOrder: {
    title: 'Create a new order',
    shows: 'this page',
    steps: [
      {
        target: 'order-customer',
        title: 'Customer',
        text: 'Whose order it is. Choose the customer first.',
        for: ({ me }) => me.isClientType,
      },
      { target: 'order-service', title: 'Service', text: 'Choose what kind of work you need.' },
      { target: 'order-name', title: 'Name', text: 'A short name by which everybody knows the order.' },
      {
        target: 'order-brief',
        title: 'Brief',
        text: 'What should be designed, for whom, and what must be on it. A good brief saves rounds.',
      },
      { target: 'order-due', title: 'Due date and priority', text: 'Say when you need it, and how urgent it is.' },
      { target: 'order-references', title: 'References', text: 'Links to what it should look like.' },
      { target: 'order-files', title: 'Files', text: 'Add logos, photos and texts that the designers need.' },
      {
        target: 'order-draft',
        title: 'Save as draft',
        text: 'Not ready yet? The draft waits on the board until you come back.',
      },
      { target: 'order-create', title: 'Create the order', text: 'This sends the order to the designers.' },
    ],
  },
  selectService: {
    title: 'Select a service',
    shows: 'how to choose a service',
    steps: [
      {
        target: 'service-category',
        title: 'Category',
        text: 'Choose a category first if the list of services is long.',
      },
      {
        target: 'service',
        title: 'Service',
        text: 'The service says when the work begins and how many hours are allocated. You can choose it later too.',
      },
    ],
  },
} satisfies Record<string, Tour>;
