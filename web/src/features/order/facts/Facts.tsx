import { Group, Stack } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { type Order, type OrderPerson, useCatalogueQuery } from '@/api/generated';
import { dateTime } from '@/lib/format/dates';
import { roleLabel } from '@/lib/format/status';
import { useNow } from '@/lib/hooks/useNow';
import { DetailField } from '@/shared/form/DetailField';
import { detailNames, details } from '@/shared/view/details';
import { DueDate } from '@/shared/view/DueDate';
import { Icon, PersonAvatar, StatusBadge } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { SelectField } from '@/ui/fields/SelectField';
import { Assign } from './Assign';
import { Collaborators } from './Collaborators';
import { DueField } from '@/shared/form/DueField';
import classes from '../order.module.css';
import { RevealContext } from './reveal';
import { StatusControl } from './StatusControl';
import { useEdit } from '@/shared/form/useEdit';
import { Watermark } from '../watermark/Watermark';
import { WorkTime } from './WorkTime';

/** Status, people and dates of the order. Where there is no room beside the proof, one line opens them. */
export function Facts({ order }: { order: Order }) {
  const now = useNow();
  const done = ['approved', 'completed', 'cancelled'].includes(order.status);
  const [open, setOpen] = useState(false);
  const id = useId();
  const due = <DueDate at={order.dueDate} soonAt={order.dueSoonAt} now={now} done={done} />;
  return (
    <aside className={classes.side} aria-label="Facts">
      <button
        type="button"
        className={classes.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <StatusBadge status={order.status} quiet />
        {due}
        <span>{order.operator?.name ?? 'No operator yet'}</span>
        <Icon name="chevronDown" size={16} />
      </button>
      <RevealContext value={() => setOpen(true)}>
        <div id={id} className={classes.facts} data-open={open}>
          <Panels order={order} due={due} />
        </div>
      </RevealContext>
    </aside>
  );
}

function Panels({ order, due }: { order: Order; due: ReactNode }) {
  return (
    <>
      <Panel title="Details">
        <Stack component="dl" gap={0}>
          <Fact name="Status" field>
            <StatusControl order={order} />
          </Fact>
          {order.can.editDetails ? (
            <EditableFacts order={order} />
          ) : (
            <>
              <Fact name="Due">{due}</Fact>
              {detailNames.map((name) => (
                <Fact key={name} name={details[name].label}>
                  <span {...{ [`data-${name}`]: order[name] }} className={classes.detail}>
                    {details[name].words[order[name]]}
                  </span>
                </Fact>
              ))}
              <Fact name="Service">{order.serviceName || 'None'}</Fact>
            </>
          )}
          {order.payg && <Fact name="Billing">Pay as you go</Fact>}
          <Fact name="Company">{order.company.name || order.client}</Fact>
          {order.packageName && <Fact name="Package">{order.packageName}</Fact>}
          {order.can.watermark && (
            <Fact name="Watermark">
              <Watermark order={order} />
            </Fact>
          )}
          <Fact name="Created">
            <time dateTime={order.createdAt} className="tabular">
              {dateTime(order.createdAt)}
            </time>
          </Fact>
          <Fact name="Last change">
            <time dateTime={order.updatedAt} className="tabular">
              {dateTime(order.updatedAt)}
            </time>
          </Fact>
        </Stack>
      </Panel>
      <WorkTime order={order} />
      <Panel
        title="People"
        aside={
          <>
            {order.can.collaborate && <Collaborators order={order} />}
            {order.can.assign && <Assign order={order} />}
          </>
        }
      >
        <Stack component="ul" gap={12}>
          {peopleOf(order).map(({ person, parts }) => (
            <Person key={person.id} person={person} parts={parts} />
          ))}
          {!order.operator && <Nobody>No operator yet</Nobody>}
          {!order.manager && <Nobody>No manager yet</Nobody>}
        </Stack>
      </Panel>
    </>
  );
}

/**
 * Facts that can be edited in place. Each is sent separately, so that two people do not overwrite
 * each other's changes.
 */
function EditableFacts({ order }: { order: Order }) {
  const { save, saving } = useEdit(order);
  const services = useCatalogueQuery({}).data?.data.services ?? [];
  const chosen = order.serviceId && { value: order.serviceId, label: order.serviceName };
  const offered = services.map(({ id, name }) => ({ value: id, label: name }));
  const isOffered = services.some(({ id }) => id === order.serviceId);
  return (
    <>
      <Fact name="Due" field>
        <DueField at={order.dueDate} onSave={(dueDate) => save({ dueDate })} />
      </Fact>
      {detailNames.map((name) => (
        <Fact key={name} name={details[name].label} field>
          <DetailField
            name={name}
            of={order}
            unlabelled
            size="xs"
            readOnly={saving}
            onChange={(change) => void save(change)}
          />
        </Fact>
      ))}
      <Fact name="Service" field>
        <SelectField
          size="xs"
          aria-label="Service"
          readOnly={saving}
          searchable
          allowDeselect={false}
          placeholder="None"
          data={chosen && !isOffered ? [chosen, ...offered] : offered}
          value={order.serviceId ?? null}
          onChange={(serviceId) => {
            if (serviceId && serviceId !== order.serviceId) void save({ serviceId });
          }}
        />
      </Fact>
    </>
  );
}

type FactProps = {
  name: string;
  /** Set for a field. All fields have the same width. */
  field?: boolean;
  children: ReactNode;
};

export function Fact({ name, field, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd data-field={field}>{children}</dd>
    </div>
  );
}

type Part = { person: OrderPerson; parts: string[] };

/** Returns everybody on the order, each once with all their parts in it. */
export function peopleOf({
  creator,
  operator,
  manager,
  collaborators,
}: Pick<Order, 'creator' | 'operator' | 'manager' | 'collaborators'>): Part[] {
  const all: [OrderPerson | undefined, string][] = [
    [creator, 'Creator'],
    [operator, 'Operator'],
    [manager, 'Manager'],
    ...collaborators.map((person): [OrderPerson, string] => [person, 'Collaborator']),
  ];
  const found = new Map<string, Part>();
  for (const [person, part] of all) {
    if (!person) continue;
    const known = found.get(person.id);
    if (known) {
      known.parts.push(part);
      known.person = { ...known.person, isApprover: known.person.isApprover || person.isApprover };
    } else found.set(person.id, { person, parts: [part] });
  }
  return [...found.values()];
}

function Nobody({ children }: { children: ReactNode }) {
  return (
    <Group component="li" gap={10} wrap="nowrap">
      <span className={classes.nobody} aria-hidden="true" />
      <span className={classes.personText}>
        <span className={classes.quiet}>{children}</span>
      </span>
    </Group>
  );
}

export function Person({ person, parts }: Part) {
  const role = person.role ? roleLabel(person.role) : '';
  return (
    <Group component="li" gap={10} wrap="nowrap">
      <PersonAvatar name={person.name} image={person.avatar} size={32} title="" />
      <span className={classes.personText}>
        <span className={classes.personName}>{person.name}</span>
        <span className={classes.quiet}>
          {[...parts, !parts.includes(role) && role, person.isApprover && 'approver'].filter(Boolean).join(', ')}
        </span>
      </span>
    </Group>
  );
}
