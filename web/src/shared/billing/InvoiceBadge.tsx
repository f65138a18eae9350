import type { Invoice } from '@/api/billing/billing';
import { Tag, type Tone } from '@/ui/content/Tag';
import { invoiceStates } from './words';

const tones: Partial<Record<Invoice['state'], Tone>> = { open: 'brand', 'past-due': 'bad', paid: 'good' };

/** The state of an invoice in its colour. */
export function InvoiceBadge({ state }: Pick<Invoice, 'state'>) {
  return (
    <Tag tone={tones[state]} tour="invoice-state">
      {invoiceStates[state]}
    </Tag>
  );
}
