import { Link } from 'react-router';
import type { Member } from '@/api/people';
import { PersonAvatar } from '@/ui';
import { DataTable } from '@/ui/page/DataTable';
import parts from '@/ui/page/DataTable.module.css';
import classes from '../people.module.css';
import { StateBadge } from '../StateBadge';

const pathOf = ({ id }: Member): string => `/team-members/${id}`;

type Props = {
  people: Member[];
  /** Set where people of several accounts are listed. */
  accounts?: boolean;
};

/** People as a table, or as stacked rows on a narrow screen. */
export function PeopleTable({ people, accounts = false }: Props) {
  return (
    <DataTable
      label="People"
      className={classes.people}
      rows={people}
      keyOf={({ id }) => id}
      opens={pathOf}
      columns={[
        { head: 'Name', cell: (person) => <Who person={person} /> },
        accounts && { head: 'Account', cell: ({ account }) => account.name },
        { head: 'Job title', cell: ({ jobTitle }) => jobTitle },
        {
          head: 'Role',
          kind: 'tight',
          cell: ({ roleLabel, isApprover }) => (
            <>
              {roleLabel}
              {isApprover && <span className={parts.more}>Approver</span>}
            </>
          ),
        },
        {
          head: 'State',
          kind: 'tight',
          cell: (person) => (
            <>
              <StateBadge state={person.state} />
              <Unverified person={person} />
            </>
          ),
          side: ({ state }) => <StateBadge state={state} />,
        },
      ]}
      rest={(person) => (
        <span>
          {[person.roleLabel, person.isApprover && 'Approver', person.jobTitle, accounts && person.account.name]
            .filter(Boolean)
            .join(' · ')}
          <Unverified person={person} />
        </span>
      )}
    />
  );
}

function Who({ person }: { person: Member }) {
  const name = `${person.firstname} ${person.lastname}`;
  return (
    <span className={classes.who}>
      <PersonAvatar name={name} image={person.avatar} size={32} title="" />
      <span>
        <Link to={pathOf(person)} onClick={(event) => event.stopPropagation()}>
          {name}
        </Link>
        {person.isYou && ' (you)'}
        <span className={parts.more}>{person.emailAddress}</span>
      </span>
    </span>
  );
}

/** Marks an address as not verified. Invited people have no mark: joining verifies their address. */
function Unverified({ person: { emailIsVerified, state } }: { person: Member }) {
  if (emailIsVerified || state === 'invited') return null;
  return <span className={classes.unverified}>E-mail not verified</span>;
}
