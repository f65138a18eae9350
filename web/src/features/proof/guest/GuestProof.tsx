import { useEffect, useEffectEvent, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useGuestDataQuery } from '@/api';
import { apiError } from '@/api/request/envelope';
import { tellIn } from '@/lib/format/dates';
import { Brand } from '@/shared/Brand';
import { OfflineBanner } from '@/ui';
import { Logo } from '@/ui/Logo';
import { ProofScreen } from '../screen/ProofScreen';
import { ProofSkeleton } from '../screen/ProofSkeleton';
import { ProofSourceContext } from '../source';
import { chosen, guestOrder } from './order';
import { askAgainMs, guestSource } from './source';
import { Welcome } from './Welcome';

interface Props {
  /** Called when the server refuses the token. */
  onRefused: () => void;
  onDead: (denied: boolean) => void;
  /** Called when the server cannot be reached. */
  onAway: () => void;
}

const visitor = 'guest';

/**
 * Reports whether a failure is temporary once the proof shows: no connection, or a server that asks
 * to wait.
 */
const passes = (status: number | 'network') => status === 'network' || status === 503;

/**
 * The proof screen for a guest: the latest version of the first attachment, with navigation to the
 * others (SH-310, SH-311).
 */
export function GuestProof({ onRefused, onDead, onAway }: Props) {
  const [query] = useSearchParams();
  const {
    data: answer,
    error,
    refetch,
  } = useGuestDataQuery(
    {},
    {
      pollingInterval: askAgainMs * 2,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  );
  const data = answer?.data;
  const order = useMemo(() => data && guestOrder(data), [data]);
  const place = order && chosen(order, query);
  const failure = error && apiError(error);
  const status = failure?.status;
  const empty = data !== undefined && !place;

  const refused = useEffectEvent((with_: number | 'network') => {
    if (with_ === 401) onRefused();
    else if (!data && with_ === 'network') onAway();
    else if (!data || !passes(with_)) onDead(with_ === 403);
  });
  useEffect(() => {
    if (status !== undefined) refused(status);
  }, [status]);
  const nothing = useEffectEvent(() => onDead(false));
  useEffect(() => {
    if (empty) nothing();
  }, [empty]);

  const offset = data?.timeZone.offset;
  useEffect(() => {
    if (offset === undefined) return undefined;
    tellIn(offset);
    return () => tellIn(null);
  }, [offset]);

  const about = data && ` · times in ${data.timeZone.label}`;
  const theme = data?.theme;
  const offline = status === 'network';
  const source = useMemo(
    () => ({
      ...guestSource,
      logo: <Logo name={theme?.name} src={theme?.logo} />,
      about,
      notice: offline && (
        <OfflineBanner>You are offline. What you see may be out of date, and nothing can be sent now.</OfflineBanner>
      ),
    }),
    [theme, about, offline],
  );

  if (!data || !order || !place) return <ProofSkeleton />;
  return (
    <ProofSourceContext value={source}>
      <Brand theme={data.theme} />
      <ProofScreen
        key={place.attachment.id}
        order={order}
        attachment={place.attachment}
        version={place.version}
        all={place.all}
        role={visitor}
        query={{ commentId: null, public: null }}
        reloadOrder={async () => {
          const fresh = (await refetch()).data?.data;
          return fresh && guestOrder(fresh);
        }}
      />
      <Welcome data={data} />
    </ProofSourceContext>
  );
}
