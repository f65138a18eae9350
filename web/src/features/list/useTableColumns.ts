import { useLocalSetting } from '@/lib/hooks/useLocalSetting';

/**
 * The columns that can be shown besides the order itself, by their names in the export (BY-037).
 */
export const columns = {
  status: 'Status',
  priority: 'Priority',
  company: 'Company',
  client: 'Client',
  service: 'Service',
  package: 'Package',
  created: 'Created',
  due: 'Due',
  updated: 'Last change',
  operator: 'Operator',
  creator: 'Created by',
} as const;
export type ColumnName = keyof typeof columns;

export const columnNames = Object.keys(columns) as ColumnName[];
const usual = 'status,priority,service,created,due,updated,operator';

/** Returns the selected columns in their order. Unknown names are left out. */
export function parseColumns(setting: string): ColumnName[] {
  const chosen = setting.split(',');
  return columnNames.filter((name) => chosen.includes(name));
}

/** The visible columns of the table, stored in this browser. */
export function useTableColumns() {
  const [setting, set] = useLocalSetting<string>('list.columns', usual);
  const shown = parseColumns(setting);
  const toggle = (name: ColumnName) =>
    set((shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]).join(','));
  return { shown, toggle, restore: () => set(usual) };
}
