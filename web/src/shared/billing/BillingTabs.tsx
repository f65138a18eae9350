import { Group } from '@mantine/core';
import { Tabs } from './Tabs';

const pages = {
  payments: 'Payments',
  invoices: 'Invoices',
  'payment-methods': 'Payment Methods',
} as const;

export type BillingPage = keyof typeof pages;

export const labelOf = (page: BillingPage): string => pages[page];

type Props = {
  current: BillingPage;
  /** Set if the account is not the user's own, whose payment methods only its owner sees. */
  search?: string;
};

/** Links between the pages of what an account pays. */
export function BillingTabs({ current, search = '' }: Props) {
  const listed: BillingPage[] = search ? ['payments', 'invoices'] : ['payments', 'invoices', 'payment-methods'];
  return (
    <Group gap="8px 16px" justify="space-between" mt={-6} mb={12}>
      <Tabs
        label="Payments and invoices"
        tour="billing-tabs"
        tabs={listed.map((page) => ({
          to: `/billing/${page}${search}`,
          label: pages[page],
          current: page === current,
        }))}
      />
    </Group>
  );
}
