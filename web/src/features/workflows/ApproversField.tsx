import { MultiSelect, Pill } from '@mantine/core';
import type { Team } from '@/api/approvals';
import { PersonAvatar } from '@/ui';
import { approverLimit } from './draft';
import { knownAs } from './problems';
import classes from './workflows.module.css';

type Props = {
  id: string;
  team: Team;
  value: string[];
  error?: string;
  onChange: (ids: string[]) => void;
  onBlur: () => void;
};

/**
 * The people of the team who approve a step. Those who cannot approve are not to be chosen, and stay until they are
 * removed if they were.
 */
export function ApproversField({ id, team, value, error, onChange, onBlur }: Props) {
  const offered = team.people.filter(({ state, role }) => state === 'active' && (role === 'owner' || role === 'staff'));
  const ids = [...new Set([...offered.map((person) => person.id), ...value])];
  const person = (of?: string) => team.people.find((one) => one.id === of);
  return (
    <MultiSelect
      id={id}
      label="Approvers"
      required
      placeholder={value.length === 0 ? 'Search your team' : undefined}
      data={ids.map((one) => {
        const { name, state } = knownAs(team, one);
        return { value: one, label: name, disabled: state !== 'active' && !value.includes(one) };
      })}
      value={value}
      error={error}
      onChange={onChange}
      onBlur={onBlur}
      searchable
      hidePickedOptions
      maxValues={approverLimit}
      maxDropdownHeight={260}
      nothingFoundMessage="Nobody of your team has this name, or all of them are chosen"
      comboboxProps={{ withinPortal: false }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <PersonAvatar name={option.label} image={person(option.value)?.avatar} size={24} title="" />
          <span>
            {option.label}
            <small>{option.disabled ? 'May only look, and cannot approve' : person(option.value)?.emailAddress}</small>
          </span>
        </span>
      )}
      renderPill={({ option, value: one = '', onRemove, disabled }) => {
        const { name, state } = knownAs(team, one);
        return (
          <Pill withRemoveButton onRemove={onRemove} disabled={disabled} data-state={state} className={classes.pill}>
            <PersonAvatar name={option?.label ?? name} image={person(one)?.avatar} size={16} title="" />
            {name}
            {state !== 'active' && ' (cannot approve)'}
          </Pill>
        );
      }}
    />
  );
}
