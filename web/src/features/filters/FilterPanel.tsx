import { Button } from '@mantine/core';
import { useId } from 'react';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import { type FilterKind, isFiltered } from '@/shared/filters/filters';
import { useFilters } from '@/shared/filters/useFilters';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { Icon } from '@/ui';
import { CloseGuard, useDialogGuard } from '@/ui/dialog/closeGuard';
import { Fields } from './Fields';
import classes from './filters.module.css';
import { PresetList } from './PresetList';
import { SaveForm } from './SaveForm';
import { usePresets } from './usePresets';

const titles: Record<FilterKind, string> = { orders: 'Orders Advance Filter', archive: 'Archive Order Filter' };

type Props = {
  kind: FilterKind;
  /** Reports whether the panel is still there on another page. */
  stays?: (pathname: string) => boolean;
};

/** The filter of board and list, or of the archive (SH-235, SH-270). Every choice applies at once. */
export default function FilterPanel({ kind, stays }: Props) {
  const [shown, setShown] = useLocalSetting<'open' | 'closed'>(`filter.${kind}`, 'closed');
  const { filters, apply } = useFilters(kind);
  const presets = usePresets(kind, filters, apply);
  useDialogGuard(presets.renamed); // The sidebar asks before it closes.
  useLeaveGuard(presets.renamed, stays);
  const body = useId();
  const open = shown === 'open';
  const filtered = isFiltered(filters);
  return (
    <section className={classes.panel} aria-label={titles[kind]}>
      <h2>
        <button
          type="button"
          className={classes.title}
          aria-expanded={open}
          aria-controls={body}
          onClick={() => setShown(open ? 'closed' : 'open')}
        >
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
          {titles[kind]}
          {filtered && (
            <span className={classes.active}>
              <span className="sr-only">(a filter is set)</span>
            </span>
          )}
        </button>
      </h2>
      {open && (
        <div id={body} className={classes.body}>
          <PresetList presets={presets} />
          <div className={classes.head}>
            <h3>Filter</h3>
            <Button size="compact-xs" variant="subtle" color="gray" disabled={!filtered} onClick={presets.reset}>
              Reset
            </Button>
          </div>
          <form
            className={classes.fields}
            onSubmit={(event) => {
              event.preventDefault(); // Enter saves the preset (SH-249).
              void presets.save();
            }}
          >
            {/* Filters are not saved, so closing the sidebar asks about none of them. */}
            <CloseGuard value={null}>
              <Fields kind={kind} filters={filters} onChange={presets.change} />
            </CloseGuard>
            <SaveForm presets={presets} />
          </form>
        </div>
      )}
    </section>
  );
}
