import type { Bill } from '@/api/generated/billing';
import { formatMoney } from '@/lib/format/money';
import { percent } from './decimal';

type Props = { bill: Pick<Bill, 'net' | 'taxes' | 'total' | 'currency'>; span?: number; className?: string };

/** The sums below the lines of a bill: net, taxes and total. `span` is the number of columns before the amounts. */
export function Sums({ bill: { net, taxes, total, currency }, span = 1, className }: Props) {
  const sums = [
    ['Net', net],
    ...taxes.map(({ rate, tax }) => [`Tax (${percent(rate)})`, tax] as const),
    ['Total', total],
  ] as const;
  return (
    <tbody className={className}>
      {sums.map(([label, amount]) => (
        <tr key={label}>
          <th scope="row" colSpan={span} data-kind={span > 1 ? 'number' : undefined}>
            {label}
          </th>
          <td data-kind="number">{formatMoney(amount, currency)}</td>
        </tr>
      ))}
    </tbody>
  );
}
