import { Button, Group, TextInput } from '@mantine/core';
import classes from './filters.module.css';
import { maxName, type Presets } from './usePresets';

/**
 * Saves the current filter as a new preset, or updates the preset being edited (SH-246..SH-250).
 */
export function SaveForm({ presets }: { presets: Presets }) {
  const { editing, name, setName, problem, mayKeep, busy } = presets;
  return (
    <div className={classes.save}>
      <TextInput
        size="xs"
        label="Preset name"
        placeholder="Name this filter"
        maxLength={maxName}
        value={name}
        error={problem}
        disabled={!mayKeep}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group gap={6}>
        <Button type="submit" size="xs" disabled={!mayKeep} loading={busy}>
          {editing ? 'Update preset' : 'Save preset'}
        </Button>
        {editing && (
          <Button size="xs" variant="default" onClick={presets.stopEditing}>
            Cancel
          </Button>
        )}
      </Group>
    </div>
  );
}
