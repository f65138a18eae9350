import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { Icon } from '@/ui';
import { SelectField } from '@/ui/fields/SelectField';
import { idle } from '@/ui/idle';
import { inPlace } from '@/ui/menus';
import { percent } from '../viewer/zoom/zoom';
import classes from './compare.module.css';
import type { Differing, Tolerance } from './usePair';

export type Mode = 'side' | 'overlay' | 'difference';

export function ModeSwitch({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="How to compare"
      value={mode}
      onChange={onMode}
      data={[
        { value: 'side', label: 'Side by side' },
        { value: 'overlay', label: 'Overlay' },
        { value: 'difference', label: 'Difference' },
      ]}
    />
  );
}

export interface Mix {
  /** The opacity of the new version, 0 to 100. */
  opacity: number;
  /** The width of the part that shows the old version, in percent of the pane from the left. */
  swipe: number;
}

export function OverlayControls({ mix, onMix }: { mix: Mix; onMix: (mix: Mix) => void }) {
  const sliders = [
    { name: 'Swipe', value: mix.swipe, set: (swipe: number) => onMix({ ...mix, swipe }) },
    { name: 'Opacity', value: mix.opacity, set: (opacity: number) => onMix({ ...mix, opacity }) },
  ];
  return sliders.map(({ name, value, set }) => (
    <label key={name} className={classes.slider}>
      {name}
      <input
        type="range"
        min={0}
        max={100}
        value={value}
        aria-valuetext={`${value}%`}
        onChange={(event) => set(event.currentTarget.valueAsNumber)}
      />
    </label>
  ));
}

interface DifferenceProps {
  found: Differing | null;
  tolerance: Tolerance;
  onTolerance: (tolerance: Tolerance) => void;
  /** The index of the change in view, -1 for none. */
  at: number;
  onStep: (by: 1 | -1) => void;
}

/** Describes in words how much has changed. */
export function differenceWords(found: Differing | null): string {
  if (!found || found.state === 'working') return 'Comparing…';
  if (found.state === 'failed') return 'There is no such page in one of the versions.';
  if (found.boxes.length === 0) return found.changed === 0 ? 'Nothing has changed.' : 'Only specks have changed.';
  const areas = found.boxes.length === 1 ? '1 area' : `${found.boxes.length} areas`;
  const share = found.changed * 100;
  return `${areas} changed, ${share < 0.1 ? 'less than 0.1' : share.toFixed(1)}% of the page`;
}

export function DifferenceControls({ found, tolerance, onTolerance, at, onStep }: DifferenceProps) {
  const count = found?.state === 'done' ? found.boxes.length : 0;
  return (
    <>
      <span role="status">{differenceWords(found)}</span>
      {count > 0 && (
        <Button.Group>
          <Button size="compact-sm" variant="default" onClick={() => onStep(-1)} aria-label="Previous change">
            <Icon name="chevronLeft" size={14} />
          </Button>
          <Button.GroupSection size="compact-sm" variant="default" bg="transparent" miw={64}>
            {at < 0 ? count : `${at + 1} of ${count}`}
          </Button.GroupSection>
          <Button size="compact-sm" variant="default" onClick={() => onStep(1)} aria-label="Next change">
            <Icon name="chevronRight" size={14} />
          </Button>
        </Button.Group>
      )}
      <SelectField
        size="xs"
        w={130}
        aria-label="How closely to look"
        allowDeselect={false}
        comboboxProps={inPlace}
        value={tolerance}
        onChange={(value) => value && onTolerance(value)}
        data={[
          { value: 'fine', label: 'Every shade' },
          { value: 'normal', label: 'What one sees' },
          { value: 'coarse', label: 'Large changes' },
        ]}
      />
    </>
  );
}

interface ViewProps {
  /** Null until something is drawn. */
  scale: number | null;
  onFit: () => void;
  page: number;
  count: number;
  onPage: (page: number) => void;
}

export function ViewControls({ scale, onFit, page, count, onPage }: ViewProps) {
  const zoom = scale === null ? '–' : percent(scale);
  return (
    <>
      {count > 1 && (
        <span className={classes.pages}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Previous page"
            {...idle(page <= 1)}
            onClick={() => page > 1 && onPage(page - 1)}
          >
            <Icon name="chevronLeft" size={15} />
          </ActionIcon>
          <span className="tabular" aria-live="polite">
            page {page} of {count}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Next page"
            {...idle(page >= count)}
            onClick={() => page < count && onPage(page + 1)}
          >
            <Icon name="chevronRight" size={15} />
          </ActionIcon>
        </span>
      )}
      <Button size="xs" variant="default" onClick={onFit} aria-label={`Zoom ${zoom}, fit`}>
        {zoom}
      </Button>
    </>
  );
}
