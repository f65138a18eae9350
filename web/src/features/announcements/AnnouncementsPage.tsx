import { Button, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAbility } from '@/api/hooks';
import { type ClientAccount, useListClientsQuery } from '@/api/people';
import { type ManagedAnnouncement, useListAnnouncementsQuery } from '@/api/shell';
import { EmptyState, ErrorState, Icon } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import { AnnouncementEditor } from './AnnouncementEditor';
import { AnnouncementItem } from './AnnouncementItem';

const home = '/announcements';
const newId = 'new';
const noClients: ClientAccount[] = [];

/**
 * The page `/announcements` lists what was announced. `/announcements/new` and `/announcements/{id}`
 * show the form of one announcement (D-61).
 */
export default function AnnouncementsPage() {
  const { announcementId } = useParams();
  const able = useAbility('manage-announcements');
  const mayList = useAbility('manage-clients');
  const { data, error, refetch } = useListAnnouncementsQuery(undefined, {
    skip: !able,
    refetchOnMountOrArgChange: true,
  });
  const clients = useListClientsQuery(undefined, { skip: !able || !mayList }).data?.data.clients ?? noClients;
  if (!able) return <NotForYou />;
  const failure = error && !data ? apiError(error) : undefined;
  if (announcementId && (data || announcementId === newId)) {
    return <OnePage key={announcementId} id={announcementId} all={data?.data ?? []} clients={clients} />;
  }
  return (
    <Page title="Announcements" above="What people see above every page" actions={<New />}>
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!data && !failure && (
        <Stack gap={12} role="status" aria-label="Loading announcements">
          {[0, 1, 2].map((n) => (
            <Skeleton key={n} height={132} radius={10} />
          ))}
        </Stack>
      )}
      {data?.data.length === 0 && (
        <EmptyState icon="bell" title="No announcements yet">
          Announce a holiday, a change of your hours or news. People see it until it ends, or until they close it.
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <Stack component="ul" gap={12} aria-label="Announcements">
          {data.data.map((announcement) => (
            <AnnouncementItem key={announcement.id} announcement={announcement} clients={clients} />
          ))}
        </Stack>
      )}
    </Page>
  );
}

function New() {
  const navigate = useNavigate();
  const able = useAbility('manage-announcements', 'create');
  if (!able) return null;
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => void navigate(`${home}/${newId}`)}>
      New announcement
    </Button>
  );
}

type OneProps = { id: string; all: ManagedAnnouncement[]; clients: ClientAccount[] };

function OnePage({ id, all, clients }: OneProps) {
  // The form stays with what it began with, also when the list is read again.
  const [before] = useState(() => all.find((one) => one.id === id));
  const open = id === newId || (before && before.state !== 'withdrawn');
  return (
    <Page title={id === newId ? 'New announcement' : 'Edit announcement'} above={<Link to={home}>Announcements</Link>}>
      {open ? (
        <AnnouncementEditor before={before} clients={clients} />
      ) : (
        <EmptyState title="This announcement cannot be changed">
          It was withdrawn, or it is not among the newest. <Link to={home}>Back to the announcements</Link>
        </EmptyState>
      )}
    </Page>
  );
}
