import { useHourlyOrdersQuery } from '@/api/billing/hourly';
import { perHour } from '@/shared/billing/words';
import { Icon } from '@/ui';
import classes from './create.module.css';

/** Says that the work on an order is paid by the hour. `own` is set for the people of the account, who see the price. */
export function PaidByTheHour({ own }: { own: boolean }) {
  const { price, currency } = useHourlyOrdersQuery({}, { skip: !own }).data?.data ?? {};
  return (
    <p className={classes.hourly}>
      <Icon name="clock" size={16} />
      <span>
        This order is paid by the hour.
        {price !== undefined && currency && ` Work costs ${perHour(price, currency)}, without tax.`}
      </span>
    </p>
  );
}
