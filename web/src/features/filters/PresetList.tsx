import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { cut } from '@/lib/format/text';
import { Icon } from '@/ui';
import classes from './filters.module.css';
import type { Presets } from './usePresets';

/** The length at which a preset's name is cut (SH-240). */
const nameAt = 20;

/** The saved filters of a panel (SH-236..SH-239). */
export function PresetList({ presets }: { presets: Presets }) {
  const { list, loading, failure } = presets;
  return (
    <div className={classes.presets}>
      <h3 id="saved-presets">Saved Preset Filter</h3>
      {loading && <Skeleton height={28} role="status" aria-label="Loading presets" />}
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}{' '}
          <Button size="compact-xs" variant="subtle" onClick={presets.retry}>
            Try again
          </Button>
        </p>
      )}
      {!loading && !failure && list.length === 0 && <p className={classes.none}>No presets defined</p>}
      {list.length > 0 && (
        <ul aria-labelledby="saved-presets">
          {list.map((preset) => (
            <li key={preset.id} data-selected={preset.id === presets.selected || undefined}>
              <button
                type="button"
                className={classes.preset}
                title={preset.name}
                aria-pressed={preset.id === presets.selected}
                onClick={() => presets.choose(preset)}
              >
                {cut(preset.name, nameAt)}
              </button>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Edit ${preset.name}`}
                disabled={!presets.mayKeep}
                onClick={() => presets.edit(preset)}
              >
                <Icon name="edit" size={14} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove ${preset.name}`}
                disabled={!presets.mayKeep || presets.busy}
                onClick={() => void presets.remove(preset)}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
