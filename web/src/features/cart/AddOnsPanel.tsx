import { type AddOn, useKeepAddOnMutation, useStopAddOnMutation } from '@/api/billing/cart';
import { dayText } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { lastDay, sizeOf } from '@/shared/billing/words';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import classes from './retail.module.css';

type Props = { addOns: AddOn[]; cycleEnds?: string };

/** The packs that the account buys with each cycle, and how each of them is ended. */
export function AddOnsPanel({ addOns, cycleEnds = '' }: Props) {
  return (
    <Panel title="Bought with each cycle" flush>
      <ul className={classes.addOns}>
        {addOns.map((addOn, n) => (
          // A pack whose price has changed is there once for each price.
          <Row key={`${addOn.pack.id} ${n}`} addOn={addOn} cycleEnds={cycleEnds} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ addOn: { pack, quantity, ending }, cycleEnds }: { addOn: AddOn; cycleEnds: string }) {
  const [stop, stopping] = useStopAddOnMutation();
  const [keep, keeping] = useKeepAddOnMutation();
  const { id: packId, name, price, currency } = pack;
  const change = async () => {
    const agreed =
      ending || // Keeping only takes back what was asked for.
      (await confirm({
        type: 'CONTINUECANCEL',
        title: `Stop ${name} after this cycle?`,
        message: `You have it until ${lastDay(cycleEnds) || 'the cycle ends'}. Then it is not bought again. Until that day you can keep it.`,
        accept: 'Stop after this cycle',
        refuse: 'Keep it',
        danger: true,
      }));
    if (!agreed) return;
    await (ending ? keep({ packId }) : stop({ packId }))
      .unwrap()
      .then(({ message }) => toastSuccess(message))
      .catch(toastError);
  };
  return (
    <li>
      <div>
        <span className={classes.name}>{name}</span>
        <span className={classes.more}>
          {quantity} × {sizeOf(pack)}
        </span>
      </div>
      <div className={classes.cost}>
        <span className="tabular">
          {quantity} × {formatMoney(price, currency)}
        </span>
        {cycleEnds && (
          <span className={classes.more}>
            {ending ? `Ends on ${lastDay(cycleEnds)}` : `Bought again on ${dayText(cycleEnds)}`}
          </span>
        )}
      </div>
      <BusyButton
        variant="default"
        size="xs"
        busy={stopping.isLoading || keeping.isLoading}
        aria-label={ending ? `Keep ${name}` : `Stop after this cycle: ${name}`}
        onClick={() => void change()}
      >
        {ending ? 'Keep' : 'Stop after this cycle'}
      </BusyButton>
    </li>
  );
}
