import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import type { FilterKind } from './filters';

/**
 * Returns the id of the selected preset, stored in this browser (SH-244). It is empty when none is
 * selected.
 */
export const useSelectedPreset = (kind: FilterKind) => useLocalSetting<string>(`preset.${kind}`, '');
