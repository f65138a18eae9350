import { useEffect, useRef, useState } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import type { Preset } from '@/api/generated';
import { useMe } from '@/api/hooks';
import { type PresetPath, useDeletePresetMutation, usePresetsQuery, useSavePresetMutation } from '@/api/board/presets';
import { type FilterKind, type Filters, invalidDays, isFiltered, noFilters } from '@/shared/filters/filters';
import { toastError } from '@/shared/command/notify';
import { presetFilters, presetForm } from '@/shared/filters/presets';
import { useSelectedPreset } from '@/shared/filters/useSelectedPreset';
import { confirm, toast } from '@/ui';
import type { ConfirmRequest } from '@/ui/dialog/dialogs';

const paths: Record<FilterKind, PresetPath> = { orders: '/filters', archive: '/archived-order-filters' };

/** The most characters in a preset's name (SH-248). */
export const maxName = 30;

export type NameProblem = 'Required!' | 'Not Valid' | undefined;

/** Returns the error of a preset's name (SH-247, SH-248, SH-250). */
export function nameProblem(name: string): NameProblem {
  const length = Array.from(name.trim()).length;
  if (length === 0) return 'Required!';
  return length > maxName ? 'Not Valid' : undefined;
}

const nameQuestion: ConfirmRequest = {
  kind: 'confirm',
  type: 'CONTINUECANCEL',
  title: 'Discard the name?',
  message: 'The name that you typed is not saved yet.',
  accept: 'Discard',
  refuse: 'Stay',
  danger: true,
};

export type Presets = ReturnType<typeof usePresets>;

/**
 * Returns the saved presets of a panel, the selected one, the one being edited, and the actions on
 * them.
 */
export function usePresets(kind: FilterKind, filters: Filters, apply: (next: Filters, replace?: boolean) => void) {
  const me = useMe();
  const path = paths[kind];
  const { data, error, isLoading, refetch } = usePresetsQuery(path);
  const [savePreset, saving] = useSavePresetMutation();
  const [deletePreset, deleting] = useDeletePresetMutation();
  // The browser stores the selected preset (SH-244).
  const [selected, select] = useSelectedPreset(kind);
  const [name, setName] = useState('');
  const [editing, setEditing] = useState('');
  const [tried, setTried] = useState(false);
  const list = data?.data ?? [];

  // The first page of a visit restores the preset of the last visit, unless its address has
  // filters.
  const restored = useRef(false);
  useEffect(() => {
    if (restored.current || !data) return;
    restored.current = true;
    const last = data.data.find(({ id }) => id === selected);
    if (last && !isFiltered(filters)) apply(presetFilters(last), true);
  }, [data, selected, filters, apply]);

  const stopEditing = () => {
    setEditing('');
    setName('');
    setTried(false);
  };
  /** Whether a name was typed that is not saved. */
  const renamed = name.trim() !== (list.find(({ id }) => id === editing)?.name ?? '');
  /** Acts, and asks before if a typed name would be lost. */
  const orAsk = (act: () => void) => {
    if (!renamed) return act();
    return void confirm(nameQuestion).then((agreed) => agreed && act());
  };
  const clear = () => {
    stopEditing();
    select('');
    apply(noFilters());
  };
  /** Selects a preset. Selecting the selected one clears it (SH-244, SH-245). */
  const choose = (preset: Preset) => {
    if (preset.id === selected) return clear();
    stopEditing();
    select(preset.id);
    apply(presetFilters(preset));
  };
  const edit = (preset: Preset) => {
    setEditing(preset.id);
    setName(preset.name);
    select(preset.id);
    apply(presetFilters(preset));
  };
  /** A manual change clears the selected preset, unless that preset is being edited. */
  const change = (next: Filters, typing = false) => {
    if (!editing && selected) select('');
    apply(next, typing);
  };

  const save = async () => {
    setTried(true);
    if (!mayKeep || saving.isLoading || nameProblem(name) || invalidDays(filters).length > 0) return;
    try {
      const form = presetForm(name, filters, kind, me);
      const saved = await savePreset({ path, id: editing || undefined, form }).unwrap();
      select(saved.data.id);
      stopEditing();
      toast({ type: 'SUCCESS', title: 'Success', message: 'Preset filter has been successfully saved' });
    } catch (failed) {
      toastError(failed);
    }
  };
  const remove = async (preset: Preset) => {
    const message = 'Are you sure you want to delete this preset?';
    if (!(await confirm({ type: 'YESNO', title: 'Confirm', message, danger: true }))) return;
    try {
      await deletePreset({ path, id: preset.id }).unwrap();
      if (editing === preset.id) stopEditing();
      if (selected === preset.id) clear(); // Its filter is cleared with it.
      toast({ type: 'SUCCESS', title: 'Success', message: 'Filter preset deleted successfully' });
    } catch (failed) {
      toastError(failed);
    }
  };

  // Users with view-only access cannot store presets, except cso (SH-252).
  const mayKeep = me !== undefined && (!me.viewOnly || me.role === 'cso');
  return {
    list,
    loading: isLoading,
    failure: error && !data ? sentence(apiError(error)) : undefined,
    retry: () => void refetch(),
    selected,
    editing,
    name,
    setName,
    renamed,
    problem: tried ? nameProblem(name) : undefined,
    mayKeep,
    busy: saving.isLoading || deleting.isLoading,
    choose: (preset: Preset) => orAsk(() => choose(preset)),
    edit: (preset: Preset) => orAsk(() => edit(preset)),
    stopEditing,
    change,
    reset: () => orAsk(clear),
    save,
    remove,
  };
}
