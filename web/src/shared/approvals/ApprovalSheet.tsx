import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMe } from '@/api/hooks';
import { type OrderRoute, useOrderRouteQuery } from '@/api/approvals';
import '@/api/board/wholeOrder';
import { type Order, useOrderQuery } from '@/api/generated';
import { plural } from '@/lib/format/text';
import { staleWords } from '@/shared/command/stale';
import { Icon } from '@/ui';
import { idle } from '@/ui/idle';
import type { Approving } from './askApproval';

/** Joins runs of pages: `2, 4 to 6` for 2, 4, 5 and 6. */
export function runs(pages: readonly number[]): string {
  const found: [number, number][] = [];
  for (const page of pages) {
    const last = found.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else found.push([page, page]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}

/** Returns what is still open about an order, a sentence for each. */
export function openPoints(
  attachments: Order['attachments'] | undefined,
  route: OrderRoute | undefined,
  me: string,
  unopened: readonly number[],
) {
  const files = attachments ? [...attachments.customerReview, ...attachments.suppliedFiles] : [];
  const open = files.flatMap(({ versions }) => versions).reduce((sum, version) => sum + version.topics.public, 0);
  const stale = files.flatMap(({ name, versions: [newest] }) => {
    const checked = newest?.can.seeChecked && (newest.isInternalApproved || newest.approvalCleared);
    const since = newest && checked ? staleWords(newest) : '';
    return since ? [`The check of ${newest?.fileName || name} is stale: ${since}.`] : [];
  });
  const names = new Map(route?.steps.flatMap(({ approvers }) => approvers.map(({ id, name }) => [id, name])));
  const undecided = (route?.inReview ? route.files : []).flatMap(({ name, state, asked }) => {
    const others = asked.filter((id) => id !== me).map((id) => names.get(id) ?? 'somebody');
    return state === 'running' && others.length > 0
      ? [`The workflow still asks ${new Intl.ListFormat('en').format(others)} about ${name}.`]
      : [];
  });
  return [
    ...(open > 0 ? [`${plural(open, 'comment')} ${open === 1 ? 'is' : 'are'} still open.`] : []),
    ...stale,
    ...(unopened.length > 0
      ? [`Nobody has opened ${unopened.length === 1 ? 'page' : 'pages'} ${runs(unopened)} of this file.`]
      : []),
    ...undecided,
  ];
}

/** What is still open before an order is approved, with the button that approves it (B5). */
export function ApprovalSheet({
  order: { id, orderName, attachments },
  accept,
  unopened = [],
  onAnswer,
}: Approving & { onAnswer: (agreed: boolean) => void }) {
  const me = useMe()?.id ?? '';
  const { data, isError } = useOrderQuery({ orderId: id }, { skip: attachments !== undefined });
  const route = useOrderRouteQuery({ orderId: id });
  const files = attachments ?? data?.data.order.attachments;
  const known = (files !== undefined || isError) && !route.isLoading;
  const points = openPoints(files, route.data?.data, me, unopened);
  return (
    <Stack gap="md">
      <Text>{`Approve '${orderName}'?`}</Text>
      {!known && <Skeleton height={22} role="status" aria-label="Looking for what is still open" />}
      {known && points.length === 0 && (
        <Text size="sm" c="dimmed">
          {files ? 'Nothing is open.' : 'What is still open cannot be read now.'}
        </Text>
      )}
      {points.length > 0 && (
        <Stack component="ul" gap={6} aria-label="Still open">
          {points.map((point) => (
            <Group key={point} component="li" gap={8} wrap="nowrap" fz="sm">
              <Icon name="alert" size={16} />
              <span>{point}</span>
            </Group>
          ))}
        </Stack>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button data-autofocus {...idle(!known)} onClick={() => known && onAnswer(true)}>
          {accept}
        </Button>
      </Group>
    </Stack>
  );
}
