import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './factors.module.css';
import { nameLimit } from './steps';

type Props = {
  name: string;
  problem: string | undefined;
  onChange: (name: string) => void;
  /** The refusal of the last try. */
  refusal: unknown;
  busy: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** The end of a form that adds a second factor: its name, why it was refused, and the button. */
export function NameAndAdd({ name, problem, onChange, refusal, busy, ref }: Props) {
  return (
    <>
      <TextInput
        ref={ref}
        name="name"
        label="Name"
        description="So that you know it again in the list"
        maxLength={nameLimit}
        value={name}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Refusal error={refusal} />
      <div className={classes.buttons}>
        <BusyButton type="submit" busy={busy}>
          Add
        </BusyButton>
      </div>
    </>
  );
}
