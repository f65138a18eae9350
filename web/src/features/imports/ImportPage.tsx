import { Skeleton, Stack } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useMe } from '@/api/hooks';
import { type Import, useListImportsQuery } from '@/api/imports';
import { importsForOthers, mayImport } from '@/shared/importing/access';
import { EmptyState, ErrorState } from '@/ui';
import { Ago } from '@/ui/content/Ago';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { CurrentImport } from './CurrentImport';
import { NewImport } from './NewImport';
import { askEveryMs, kinds, stateWords, works } from './words';
import classes from './imports.module.css';

/** `/import`: moving in with customers, people, orders and boards (BY-051). */
export default function ImportPage() {
  const me = useMe();
  if (!me) return null;
  return mayImport(me) ? <Imports forOthers={importsForOthers(me)} /> : <NotForYou />;
}

function Imports({ forOthers }: { forOthers: boolean }) {
  const { data: cached } = useListImportsQuery({}, { refetchOnMountOrArgChange: true });
  const busy = cached?.data.imports.some(works) ?? false;
  const { data, error, refetch } = useListImportsQuery({}, { pollingInterval: busy ? askEveryMs : 0 });
  const [params, setParams] = useSearchParams();
  const current = params.get('import');
  const failure = error && !data ? apiError(error) : undefined;
  return (
    <Page title="Import" above="Bring what you have elsewhere. You see what happens before it does.">
      <Stack gap={16} maw={880}>
        {failure && (
          <Panel label="Import">
            <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
          </Panel>
        )}
        {!data && !failure && <Skeleton height={220} radius={10} role="status" aria-label="Loading imports" />}
        {data && (
          <>
            <NewImport allowed={data.data.kinds} forOthers={forOthers} onSent={({ id }) => setParams({ import: id })} />
            {current && <CurrentImport key={current} importId={current} />}
            <Past imports={data.data.imports} current={current} />
          </>
        )}
      </Stack>
    </Page>
  );
}

function Past({ imports, current }: { imports: Import[]; current: string | null }) {
  return (
    <Panel title="Your imports of the last 30 days" flush>
      {imports.length === 0 ? (
        <EmptyState icon="upload" title="No imports yet" small>
          Files that you import are listed here with what became of them.
        </EmptyState>
      ) : (
        <ul className={classes.past} aria-label="Imports">
          {imports.map((one) => (
            <li key={one.id}>
              <span className={classes.list}>
                <Link to={`?import=${one.id}`} aria-current={one.id === current || undefined}>
                  {one.fileName}
                </Link>
                <span className={classes.quiet}>
                  {kinds[one.kind].label}
                  {one.accountName && ` · ${one.accountName}`}
                </span>
              </span>
              <span className={classes.state} data-state={one.state}>
                {stateWords(one)}
              </span>
              <span className={classes.quiet}>
                <Ago at={one.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
