import { Button, Group, Loader, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Invoice, useInvoiceQuery } from '@/api/billing/billing';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAbility } from '@/api/hooks';
import { dayText } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { BankPanel } from '@/shared/billing/BankPanel';
import bill from '@/shared/billing/bill.module.css';
import { Facts } from '@/shared/billing/Facts';
import { InvoiceBadge } from '@/shared/billing/InvoiceBadge';
import { invoicePath } from '@/shared/billing/InvoiceTable';
import { Lines } from '@/shared/billing/Lines';
import { useDownload } from '@/shared/billing/useDownload';
import { ErrorState, Icon } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';

/** How often the invoice is asked for, in ms, and for how long. */
export const everyMs = 1000;
export const patienceMs = 30_000;

/** `/checkout/process/invoice/:invoiceId`: the invoice of an order, once it has its number (SH-233). */
export default function ProcessPage() {
  const { invoiceId = '' } = useParams();
  const able = useAbility('manage-membership', 'update');
  if (!able) return <NotForYou />;
  return <Process key={invoiceId} invoiceId={invoiceId} />;
}

function Process({ invoiceId }: { invoiceId: string }) {
  const [attempt, setAttempt] = useState(0);
  const [late, setLate] = useState(false);
  const [done, setDone] = useState(false);
  const { currentData, error, refetch } = useInvoiceQuery(
    { invoiceId },
    { refetchOnMountOrArgChange: true, pollingInterval: done || late ? 0 : everyMs },
  );
  const invoice = currentData?.data;
  const failure = error && !invoice ? apiError(error) : undefined;
  // A worker gives the invoice its number. Before that there is none.
  const broken = failure && failure.status !== 404 ? failure : undefined;
  const over = invoice !== undefined || broken !== undefined;
  if (over !== done) setDone(over);

  useEffect(() => {
    if (over) return undefined;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [over, attempt]);

  const again = () => {
    setLate(false);
    setAttempt(attempt + 1);
    void refetch();
  };
  return (
    <Page
      title={invoice ? `Your order: ${invoice.number}` : 'Your order'}
      beside={invoice && <InvoiceBadge state={invoice.state} />}
      above={<Link to="/retail">Extra Resources</Link>}
    >
      {invoice && <Content invoice={invoice} />}
      {broken && <ErrorState message={sentence(broken)} details={details(broken)} onRetry={again} />}
      {!over && late && (
        <ErrorState
          title="Your invoice is not ready yet"
          message="If you have just placed an order, it is safe, and its invoice takes longer than usual. Try again, or find it under your invoices later."
          onRetry={again}
        />
      )}
      {!over && !late && (
        <Stack gap={14} align="center" py={48} px={16} c="var(--text-2)" role="status">
          <Loader size="sm" />
          Preparing your invoice…
        </Stack>
      )}
    </Page>
  );
}

const next: Record<Invoice['state'], string> = {
  draft: 'The packs are added once the invoice is paid.',
  open: 'The packs are added once the invoice is paid.',
  'past-due': 'The packs are added once the invoice is paid.',
  paid: 'The invoice is paid, and the packs are added.',
  void: 'The invoice need not be paid any more, and no packs are added.',
  refunded: 'What was paid was given back, and the packs were taken away again.',
};

function Content({ invoice }: { invoice: Invoice }) {
  const { id, number, state, issuedOn, dueOn } = invoice;
  const { download, busy } = useDownload(id, number);
  return (
    <div className={bill.two}>
      <Panel label="Lines" flush>
        <Lines bill={invoice.bill} />
      </Panel>
      <Stack gap={16}>
        <Panel title="What happens next">
          <Stack gap={12} fz={13} c="var(--text-2)">
            <p>{next[state]}</p>
            <Facts
              facts={[
                { name: 'Total', value: <strong>{formatMoney(invoice.bill.total, invoice.bill.currency)}</strong> },
                { name: 'Issued', value: dayText(issuedOn ?? '') },
                { name: 'Due', value: dayText(dueOn ?? '') },
              ]}
            />
            <Group gap={8} align="stretch">
              <Button component={Link} to={invoicePath(id)} variant="default" size="xs">
                See the invoice
              </Button>
              <BusyButton
                variant="default"
                size="xs"
                leftSection={<Icon name="download" size={14} />}
                busy={busy}
                onClick={download}
              >
                Download PDF
              </BusyButton>
            </Group>
          </Stack>
        </Panel>
        <BankPanel invoice={invoice} />
      </Stack>
    </div>
  );
}
