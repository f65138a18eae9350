import { Group } from '@mantine/core';
import { useState } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import { type Import, type ImportStatus, useCheckImportMutation } from '@/api/imports';
import { statusLabel } from '@/lib/format/status';
import { plural } from '@/lib/format/text';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { SelectField } from '@/ui/fields/SelectField';
import classes from './imports.module.css';

const leaveOut = 'leave-out';
type Choice = ImportStatus | typeof leaveOut;

/** The lists of a board, each with the status that its cards get. */
export function Lists({ one }: { one: Import }) {
  const [check, checking] = useCheckImportMutation();
  const [chosen, setChosen] = useState<Record<string, Choice>>({});
  const choices: { value: Choice; label: string }[] = [
    { value: leaveOut, label: 'Leave out' },
    ...one.statuses.map((value) => ({ value, label: statusLabel(value) })),
  ];
  const choiceOf = (id: string, status?: ImportStatus): Choice => chosen[id] ?? status ?? leaveOut;
  const changed = one.lists.some(({ id, status }) => choiceOf(id, status) !== (status ?? leaveOut));
  const again = () => {
    const lists = one.lists.map(({ id, status }) => {
      const choice = choiceOf(id, status);
      return choice === leaveOut ? { id } : { id, status: choice };
    });
    void check({ importId: one.id, importChoices: { lists } });
  };
  return (
    <Panel title="Lists of the board">
      <p className={classes.about}>Say what the cards of each list become.</p>
      <ul className={classes.lists}>
        {one.lists.map(({ id, name, cards, status }) => (
          <li key={id}>
            <span className={classes.list}>
              <strong>{name || 'Without a name'}</strong>
              <span className={classes.quiet}>{plural(cards, 'card')}</span>
            </span>
            <SelectField<Choice>
              aria-label={`Status of the cards in ${name}`}
              data={choices}
              value={choiceOf(id, status)}
              allowDeselect={false}
              onChange={(value) => value && setChosen((all) => ({ ...all, [id]: value }))}
            />
          </li>
        ))}
      </ul>
      {checking.error && (
        <p className={classes.failure} role="alert">
          {sentence(apiError(checking.error))}
        </p>
      )}
      {changed && (
        <Group gap={8} align="stretch" mt={14}>
          <BusyButton variant="default" busy={checking.isLoading} onClick={again}>
            Check again with these statuses
          </BusyButton>
        </Group>
      )}
    </Panel>
  );
}
