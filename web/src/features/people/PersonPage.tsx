import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAbility } from '@/api/hooks';
import { type PersonDetail, usePersonQuery } from '@/api/people';
import { StateBadge } from '@/shared/accounts/StateBadge';
import { usePowers } from '@/shared/accounts/usePowers';
import { ErrorState, PersonAvatar } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { ActPanel } from './ActPanel';
import { DetailsPanel } from './DetailsPanel';
import { FactorsPanel } from './FactorsPanel';
import { HandOver } from './HandOver';
import { LeaveDialog, type Leaving } from './LeaveDialog';
import { NewOrdersPanel } from './NewOrdersPanel';
import { blockedBy, hasWork, isCustomer, listOf, nameOf, workInWords } from './person';
import classes from './person.module.css';
import { RolePanel } from './RolePanel';
import { SignInPanel } from './SignInPanel';

/** `/team-members/:memberId`: a person of an account that the caller manages (SH-068). */
export default function PersonPage() {
  const { memberId = '' } = useParams();
  const powers = usePowers();
  const { currentData, error, refetch } = usePersonQuery(
    { personId: memberId },
    { skip: !powers.people, refetchOnMountOrArgChange: true },
  );
  if (!powers.people) return <NotForYou />;
  if (currentData) return <Person key={memberId} detail={currentData.data} />;
  const failure = error ? apiError(error) : undefined;
  return (
    <Page
      title={
        <Group component="span" gap={12} wrap="nowrap" mih={44}>
          Team member
        </Group>
      }
      above={powers.everyone ? <Link to="/people">People</Link> : <Link to="/team-members">Team Members</Link>}
      narrow
    >
      {failure ? (
        <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
      ) : (
        <Stack gap={16} role="status" aria-label="Loading the person">
          <Skeleton height={210} radius={10} />
          <Skeleton height={130} radius={10} />
          <Skeleton height={100} radius={10} />
        </Stack>
      )}
    </Page>
  );
}

function Person({ detail }: { detail: PersonDetail }) {
  const { person } = detail;
  const name = nameOf(person);
  const blocked = blockedBy(detail);
  const list = listOf(person.account, usePowers());
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<Leaving>();
  const invited = person.state === 'invited';
  const mayAct = useAbility('impersonation', 'create') && person.state === 'active' && isCustomer(person);
  return (
    <Page
      narrow
      above={<Link to={list.to}>{list.label}</Link>}
      title={
        <Group component="span" gap={12} wrap="nowrap" mih={44}>
          <PersonAvatar name={name} image={person.avatar} size={44} title="" />
          {name}
        </Group>
      }
      beside={<StateBadge state={person.state} />}
    >
      <Stack gap={16}>
        {blocked && (
          <p className={classes.note} role="note">
            {blocked}
          </p>
        )}
        <DetailsPanel detail={detail} />
        <RolePanel detail={detail} blocked={blocked !== undefined} />
        {detail.orders && <NewOrdersPanel detail={detail} />}
        {hasWork(detail) && (
          <Panel title="Unfinished work">
            <p>
              {name} {workInWords(detail)}.
            </p>
            <HandOver detail={detail} />
          </Panel>
        )}
        <SignInPanel person={person} blocked={blocked !== undefined} onDeactivate={() => setLeaving('deactivate')} />
        {detail.factors > 0 && <FactorsPanel detail={detail} />}
        {mayAct && <ActPanel person={person} />}
        <Panel title={invited ? 'Withdraw the invitation' : 'Remove'}>
          <div className={classes.row}>
            <p>
              {invited
                ? 'The link in their mail stops working, and they are removed for good.'
                : `${name} leaves ${person.account.name} for good. To keep a way back, deactivate them.`}
            </p>
            <Button
              variant="default"
              disabled={blocked !== undefined}
              onClick={() => setLeaving(invited ? 'withdraw' : 'remove')}
            >
              {invited ? 'Withdraw' : 'Remove'}
            </Button>
          </div>
        </Panel>
      </Stack>
      {leaving && (
        <LeaveDialog
          detail={detail}
          leaving={leaving}
          onClose={() => setLeaving(undefined)}
          onLeft={() => (leaving === 'deactivate' ? setLeaving(undefined) : void navigate(list.to, { replace: true }))}
        />
      )}
    </Page>
  );
}
