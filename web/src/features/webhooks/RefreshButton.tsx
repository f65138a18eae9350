import { Icon } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';

type Props = { busy: boolean; onClick: () => void };

/** Reads again what a page shows. */
export function RefreshButton({ busy, onClick }: Props) {
  return (
    <BusyButton variant="default" leftSection={<Icon name="refresh" size={16} />} busy={busy} onClick={onClick}>
      Refresh
    </BusyButton>
  );
}
