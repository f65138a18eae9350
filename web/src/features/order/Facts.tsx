import type { ReactNode } from 'react';
import type { Order, OrderPerson } from '@/api/generated';
import { dateTime } from '@/lib/dates';
import { roleLabel } from '@/lib/status';
import { useNow } from '@/lib/useNow';
import { DueDate } from '@/orders/DueDate';
import { PersonAvatar } from '@/ui';
import { Panel } from '@/ui/Panel';
import { Assign } from './Assign';
import classes from './order.module.css';
import { StatusControl } from './StatusControl';

const priorities = { normal: 'Normal', high: 'High', urgent: 'Urgent' } as const;

/** Facts beside the brief: status, people, dates. */
export function Facts({ order }: { order: Order }) {
  const now = useNow();
  const done = ['approved', 'completed', 'cancelled'].includes(order.status);
  return (
    <aside className={classes.facts} aria-label="Facts">
      <Panel title="Details">
        <dl className={classes.list}>
          <Fact name="Status">
            <StatusControl order={order} />
          </Fact>
          <Fact name="Due">
            <DueDate at={order.dueDate} now={now} done={done} />
          </Fact>
          <Fact name="Priority">
            <span data-priority={order.priority} className={classes.priority}>
              {priorities[order.priority]}
            </span>
          </Fact>
          <Fact name="Service">{order.serviceName || 'None'}</Fact>
          <Fact name="Company">{order.company.name || order.client}</Fact>
          {order.packageName && <Fact name="Package">{order.packageName}</Fact>}
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
        </dl>
      </Panel>
      <Panel title="People" aside={order.can.assign ? <Assign order={order} /> : undefined}>
        <ul className={classes.people}>
          {peopleOf(order).map(({ person, parts }) => (
            <Person key={person.id} person={person} parts={parts} />
          ))}
          {!order.operator && <Nobody>No operator yet</Nobody>}
          {!order.manager && <Nobody>No manager yet</Nobody>}
        </ul>
      </Panel>
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Part = { person: OrderPerson; parts: string[] };

/** Everybody on the order, once, with all the parts they have in it. */
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
    <li className={classes.person}>
      <span className={classes.nobody} aria-hidden="true" />
      <span className={classes.personText}>
        <span className={classes.quiet}>{children}</span>
      </span>
    </li>
  );
}

function Person({ person, parts }: Part) {
  const role = person.role ? roleLabel(person.role) : '';
  return (
    <li className={classes.person}>
      <PersonAvatar name={person.name} image={person.avatar} size={32} title="" />
      <span className={classes.personText}>
        <span className={classes.personName}>{person.name}</span>
        <span className={classes.quiet}>
          {[...parts, !parts.includes(role) && role, person.isApprover && 'approver'].filter(Boolean).join(', ')}
        </span>
      </span>
    </li>
  );
}
