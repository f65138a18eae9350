import { Checkbox, Input } from '@mantine/core';
import { useId } from 'react';
import { groups, typeWords } from './words';
import classes from './webhooks.module.css';

type Props = { types: string[]; value: string[]; error?: string; onChange: (chosen: string[]) => void };

const partOf = (type: string) => type.split('.')[0] ?? '';

/** Returns the types by what they are about. Those of a part without a label come last. */
function grouped(types: string[]): [label: string, types: string[]][] {
  const known = groups.map(([part]) => part);
  const of: [string, string[]][] = groups.map(([part, label]) => [label, types.filter((one) => partOf(one) === part)]);
  of.push(['Others', types.filter((one) => !known.includes(partOf(one)))]);
  return of.filter(([, some]) => some.length > 0);
}

/** Chooses kinds of events, one by one or all about one thing. */
export function TypesField({ types, value, error, onChange }: Props) {
  const errorId = useId();
  const set = (some: string[], on: boolean) =>
    onChange([...value.filter((type) => !some.includes(type)), ...(on ? some : [])]);
  return (
    <div>
      <div className={classes.groups}>
        {grouped(types).map(([label, some]) => {
          const count = some.filter((type) => value.includes(type)).length;
          return (
            <fieldset key={label} className={classes.group} aria-describedby={error ? errorId : undefined}>
              <legend className="sr-only">{label}</legend>
              <Checkbox
                name="types"
                size="sm"
                className={classes.all}
                label={label}
                aria-label={`All about ${label.toLowerCase()}`}
                checked={count === some.length}
                indeterminate={count > 0 && count < some.length}
                onChange={(event) => set(some, event.currentTarget.checked)}
              />
              {some.map((type) => (
                <Checkbox
                  key={type}
                  size="sm"
                  label={typeWords(type)}
                  description={type}
                  checked={value.includes(type)}
                  onChange={(event) => set([type], event.currentTarget.checked)}
                />
              ))}
            </fieldset>
          );
        })}
      </div>
      {error && (
        <Input.Error id={errorId} role="alert" mt="xs">
          {error}
        </Input.Error>
      )}
    </div>
  );
}
