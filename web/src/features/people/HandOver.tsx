import { Progress, Stack } from '@mantine/core';
import { useManagersQuery, useOperatorsQuery } from '@/api/generated';
import type { PersonDetail, WorkMove } from '@/api/people';
import { plural } from '@/lib/format/text';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { toastSuccess } from '@/shared/command/notify';
import { useForm } from '@/shared/entry/useForm';
import { BusyButton } from '@/ui/fields/BusyButton';
import { SelectField } from '@/ui/fields/SelectField';
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
  const { values, errors, change, onSubmit } = useForm({ to: '' }, ({ to }) => ({ to: to ? undefined : 'Required!' }));
  const { run, progress, failure } = useMoveAll(personId);
  const orders = plural(count, 'order');

  const send = async ({ to }: { to: string }) => {
    if (progress) return;
    const done = await run({ as, to }, count);
    const name = people.find(({ value }) => value === to)?.label ?? '';
    if (done) toastSuccess(`The orders are handed over to ${name}.`);
  };

  return (
    <form noValidate onSubmit={onSubmit((chosen) => void send(chosen))}>
      <div className={classes.handover}>
        <SelectField
          label={label}
          placeholder="Select a person"
          searchable
          allowDeselect={false}
          nothingFoundMessage="Nobody of this name"
          data={people}
          value={values.to || null}
          error={errors.to}
          onChange={(to) => change({ to: to ?? '' })}
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
