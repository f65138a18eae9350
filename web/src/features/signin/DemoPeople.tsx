import { Stack } from '@mantine/core';
import { useDemoPeopleQuery } from '@/api/generated';
import type { SignInKind } from '@/api/session/signin';
import { roleLabel } from '@/lib/format/status';
import { PersonAvatar } from '@/ui';
import classes from './signin.module.css';

type Props = { kind: SignInKind; onPick: (email: string, password: string) => void };

/** On a demo server, lists the people to sign in as. A click fills the form. */
export function DemoPeople({ kind, onPick }: Props) {
  const { data } = useDemoPeopleQuery();
  const people = data?.data.people.filter((person) => person.signin === kind) ?? [];
  if (!data || people.length === 0) return null;
  return (
    <section className={classes.demo} aria-label="Demo accounts">
      <p className={classes.demoTitle}>Demo accounts: one click fills the form</p>
      <Stack component="ul" gap={2}>
        {people.map((person) => (
          <li key={person.email}>
            <button type="button" className={classes.person} onClick={() => onPick(person.email, data.data.password)}>
              <PersonAvatar name={person.name} size={28} title="" />
              <Stack component="span" gap={0} lh={1.3}>
                <span className={classes.personName}>{person.name}</span>
                <span className={classes.personRole}>
                  {roleLabel(person.role)}, {person.company}
                </span>
              </Stack>
            </button>
          </li>
        ))}
      </Stack>
    </section>
  );
}
