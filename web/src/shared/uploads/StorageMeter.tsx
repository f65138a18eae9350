import { Progress } from '@mantine/core';
import { useAbility, useStorageQuery } from '@/api';
import { fileSize } from '@/lib/format/text';
import classes from './uploads.module.css';

/** The percentage from which a bar is red (SH-301). */
const alarming = 90;

const percentOf = (used: number, quota: number): number => (quota > 0 ? Math.min(100, (used / quota) * 100) : 100);

function Bar({ name, used, quota }: { name: string; used: number; quota: number }) {
  const percent = percentOf(used, quota);
  return (
    <div className={classes.meter}>
      <span>
        {name}: {fileSize(used)} of {fileSize(quota)}
      </span>
      <Progress
        size={6}
        value={percent}
        color={percent >= alarming ? 'red' : 'brand'}
        aria-label={`${name}: ${Math.floor(percent)}% used`}
      />
    </div>
  );
}

/**
 * Shows how much of their storage the order's customer uses (SH-278). It shows for users of that
 * customer and for managers.
 */
export function StorageMeter({ orderId }: { orderId: string }) {
  const own = useAbility('manage-storage');
  const managing = useAbility('assigned-operator', 'update');
  const { data } = useStorageQuery({ orderId }, { skip: !own && !managing });
  if (!data) return null;
  const { storages, retail, full } = data.data;
  if (storages.quota < 0 || retail.additionalStorageQuota < 0) {
    return (
      <section className={classes.storage} aria-label="Storage">
        <span>
          Storage: {fileSize(storages.used)} of{' '}
          <span role="img" aria-label="unlimited">
            ∞
          </span>
        </span>
      </section>
    );
  }
  return (
    <section className={classes.storage} aria-label="Storage">
      <Bar name="Storage" used={storages.used} quota={storages.quota} />
      {retail.additionalStorageQuota > 0 && (
        <Bar name="Additional storage" used={retail.additionalStorageUsed} quota={retail.additionalStorageQuota} />
      )}
      {full && <p className={classes.full}>The storage is full: nothing more can be uploaded.</p>}
    </section>
  );
}
