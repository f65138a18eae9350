import { useState } from 'react';
import type { Column } from '@/api/generated';
import { useOwnSetting } from '@/shared/useOwnSetting';

const terminal = new Set<string>(['approved', 'cancelled']);

/**
 * Returns which columns are narrow strips, and how the user folds or opens one, which is remembered.
 * Without their choice these are the columns of finished work, and those that are empty when the
 * board opens. A column never folds while somebody works in it.
 */
export function useFolds(columns: Column[]) {
  // The names of columns, each with + for open or - for folded.
  const [setting, set] = useOwnSetting<string>('board.folds', '');
  const [empty] = useState(() => new Set(columns.filter(({ total }) => total === 0).map((c) => c.typeStatus)));
  const choices = setting.split(' ');
  const folded = ({ typeStatus: name, total }: Column): boolean =>
    choices.includes(`-${name}`) ||
    (!choices.includes(`+${name}`) && (terminal.has(name) || (total === 0 && empty.has(name))));
  const toggle = (column: Column): void => {
    const { typeStatus: name } = column;
    const others = choices.filter((choice) => choice && choice.slice(1) !== name);
    set([...others, `${folded(column) ? '+' : '-'}${name}`].join(' '));
  };
  return { folded, toggle };
}
