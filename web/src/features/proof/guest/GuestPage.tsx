import { useEffect } from 'react';
import { useBrandQuery } from '@/api';
import { setPageTitle } from '@/lib/title';
import { Brand } from '@/shared/Brand';
import { ProofSkeleton } from '../screen/ProofSkeleton';
import { DeadLink } from './DeadLink';
import { GuestProof } from './GuestProof';
import { PasswordForm } from './PasswordForm';
import { useDoor } from './useDoor';

/**
 * `/annotation/guestreviewer`: a person without an account reviews the files of their invitation
 * (SH-303, SH-054).
 */
export default function GuestPage() {
  const visit = useDoor();
  const inside = visit.door.at === 'inside';
  const { data } = useBrandQuery(undefined, { skip: inside });
  useEffect(() => {
    setPageTitle('Guest Reviewer');
    return () => setPageTitle('');
  }, []);

  return (
    <>
      {data && !inside && <Brand theme={data.data.theme} />}
      <Place {...visit} />
    </>
  );
}

function Place({ door, enter, again, die, away, knock }: ReturnType<typeof useDoor>) {
  switch (door.at) {
    case 'opening':
      return <ProofSkeleton />;
    case 'password':
      return <PasswordForm said={door.said} busy={door.busy} onEnter={(password) => void enter(password)} />;
    case 'dead':
      return <DeadLink />;
    case 'inside':
      return <GuestProof onRefused={again} onDead={die} onAway={away} />;
    case 'away':
      return <DeadLink onRetry={knock} />;
  }
}
