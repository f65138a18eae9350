import { Progress, Stack } from '@mantine/core';
import { useState } from 'react';
import { useManagersQuery, useOperatorsQuery } from '@/api/generated';
import type { PersonDetail, WorkMove } from '@/api/people';
import { plural } from '@/lib/text';
import { Refusal } from '@/shared/accounts/Refusal';
import { toastSuccess } from '@/shared/notify';
import { BusyButton } from '@/ui/BusyButton';
import { SelectField } from '@/ui/SelectField';
import { nameOf } from './person';
import classes from './person.module.css';
import { useMoveAll } from './useMoveAll';

/** Hands the unfinished orders of a person over, those that they work on and those that they manage. */
export function HandOver({ detail }: { detail: PersonDetail }) {
  const operators = useOperatorsQuery(undefined, { skip: detail.operates === 0 });
  const managers = useManagersQuery(undefined, { skip: detail.manages === 0 });
  const { person, operates, manages } = detail;
  const others = (people: { id: string; name: string }[] = []) =>
    people.filter(({ id }) => id !== person.id).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Stack gap={16} mt={12}>
      {operates > 0 && (
        <HandOverForm
          personId={person.id}
          as="operator"
          label={`Who works on ${nameOf(person)}'s orders`}
          count={operates}
          people={others(operators.data?.data)}
        />
      )}
      {manages > 0 && (
        <HandOverForm
          personId={person.id}
          as="manager"
          label={`Who manages ${nameOf(person)}'s orders`}
          count={manages}
          people={others(managers.data?.data)}
        />
      )}
    </Stack>
  );
}

type Props = {
  personId: string;
  as: WorkMove['as'];
  label: string;
  count: number;
  people: { value: string; label: string }[];
};

function HandOverForm({ personId, as, label, count, people }: Props) {
  const [to, setTo] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const { run, progress, failure } = useMoveAll(personId);
  const orders = plural(count, 'order');

  const send = async () => {
    setTried(true);
    if (!to || progress) return;
    const done = await run({ as, to }, count);
    const name = people.find(({ value }) => value === to)?.label ?? '';
    if (done) toastSuccess(`The orders are handed over to ${name}.`);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={classes.handover}>
        <SelectField
          label={label}
          placeholder="Select a person"
          searchable
          allowDeselect={false}
          nothingFoundMessage="Nobody of this name"
          data={people}
          value={to}
          error={tried && !to ? 'Required!' : undefined}
          onChange={setTo}
        />
        <BusyButton type="submit" variant="default" busy={progress !== undefined}>
          Hand over {orders}
        </BusyButton>
      </div>
      {progress && (
        <Stack gap={4} mt={10} fz={12} c="var(--text-3)">
          <Progress
            value={(progress.moved / Math.max(1, progress.moved + progress.left)) * 100}
            aria-label={`Handing over ${orders}`}
          />
          <span className="tabular" role="status">
            {progress.moved} of {progress.moved + progress.left} orders
          </span>
        </Stack>
      )}
      <Refusal error={failure} />
    </form>
  );
}
