import { statusLabel, statusTone, type Tone } from '@/lib/status';
import classes from './StatusBadge.module.css';

type Props = { status: string; label?: string; tone?: Tone; quiet?: boolean };

/** A status in its colour; on hold is hatched as well, so that colour is not all that tells. */
export function StatusBadge({ status, label, tone = statusTone(status), quiet = false }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-quiet={quiet || undefined}>
      <span className={classes.dot} />
      {label ?? statusLabel(status)}
    </span>
  );
}
