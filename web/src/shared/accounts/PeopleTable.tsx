import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from 'react-router';
import type { Member } from '@/api/people';
import { PersonAvatar } from '@/ui';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './people.module.css';
import { StateBadge } from './StateBadge';

const pathOf = ({ id }: Member): string => `/team-members/${id}`;

type Props = {
  people: Member[];
  /** Set where people of several accounts are listed. */
  accounts?: boolean;
};

/** People as a table, or as stacked rows on a narrow screen. */
export function PeopleTable({ people, accounts = false }: Props) {
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  const navigate = useNavigate();
  if (narrow) {
    return (
      <ul className={classes.cards} aria-label="People">
        {people.map((person) => (
          <li key={person.id}>
            <Who person={person} />
            <span className={classes.side}>
              <StateBadge state={person.state} />
            </span>
            <span className={classes.rest}>
              {[person.roleLabel, person.isApprover && 'Approver', person.jobTitle, accounts && person.account.name]
                .filter(Boolean)
                .join(' · ')}
              <Unverified person={person} />
            </span>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="People, a table" className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {accounts && <th scope="col">Account</th>}
            <th scope="col">Job title</th>
            <th scope="col">Role</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id} onClick={() => void navigate(pathOf(person))}>
              <th scope="row">
                <Who person={person} />
              </th>
              {accounts && <td>{person.account.name}</td>}
              <td>{person.jobTitle}</td>
              <td data-tight>
                {person.roleLabel}
                {person.isApprover && <span className={classes.more}>Approver</span>}
              </td>
              <td data-tight>
                <StateBadge state={person.state} />
                <Unverified person={person} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
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
        <span className={classes.more}>{person.emailAddress}</span>
      </span>
    </span>
  );
}

/** Marks an address as not verified. Invited people have no mark: joining verifies their address. */
function Unverified({ person: { emailIsVerified, state } }: { person: Member }) {
  if (emailIsVerified || state === 'invited') return null;
  return <span className={classes.unverified}>E-mail not verified</span>;
}
