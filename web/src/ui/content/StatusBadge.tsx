import { statusLabel, statusTone, type Tone } from '@/lib/format/status';
import classes from './StatusBadge.module.css';

type Props = { status: string; label?: string; tone?: Tone; quiet?: boolean };

/**
 * Shows a status in its colour. On hold is also hatched, so that it can be recognised without the
 * colour.
 */
export function StatusBadge({ status, label, tone = statusTone(status), quiet = false }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-quiet={quiet || undefined}>
      <span className={classes.dot} />
      {label ?? statusLabel(status)}
    </span>
  );
}
