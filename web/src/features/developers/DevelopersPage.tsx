import { Checkbox, PasswordInput, Skeleton, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { plural } from '@/lib/format/text';
import { EmptyState, ErrorState, Icon } from '@/ui';
import { Page } from '@/ui/page/Page';
import { type Contract, type Operation, operationsOf } from './contract';
import classes from './developers.module.css';
import { OperationView } from './OperationView';

const address = '/api/openapi.json';

/** Loads the contract that the server checks every request against. */
function useContract() {
  const [contract, setContract] = useState<Contract>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(address, { signal: leaving.signal })
      .then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.json() as Promise<Contract>;
      })
      .then(setContract)
      .catch(() => {
        if (!leaving.signal.aborted) setFailed(true);
      });
    return () => leaving.abort();
  }, [attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt((n) => n + 1);
  };
  return { contract, failed, retry };
}

const wordsOf = ({ method, path, summary, id, scope = '' }: Operation) =>
  `${method} ${path} ${summary} ${id} ${scope}`.toLowerCase();

/**
 * `/developers`: what the API offers to other software, from the contract of the server. Everybody can
 * read it, and call it with an access token (BY-039, BY-052).
 */
export default function DevelopersPage() {
  const { contract, failed, retry } = useContract();
  const [query, setQuery] = useState('');
  const [forTokens, setForTokens] = useState(true);
  const [token, setToken] = useState('');
  const operations = useMemo(() => (contract ? operationsOf(contract) : []), [contract]);
  const words = query.toLowerCase().split(/\s+/);
  const found = operations.filter(
    (one) => (!forTokens || one.scope !== undefined) && words.every((word) => wordsOf(one).includes(word)),
  );
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return (
    <Page
      title="API"
      actions={
        <>
          <a href={address}>OpenAPI document</a>
          <Link to="/">Back to the product</Link>
        </>
      }
    >
      <p className={classes.lead}>
        Create an access token in your <Link to="/settings#tokens">settings</Link> and send it with each call as{' '}
        <code>Authorization: Bearer</code>. A call can do what you can do, as far as the scopes of the token allow. The
        calls below are real: they change what you see in the product. To be sent what happens, owners can add{' '}
        <Link to="/webhooks">webhooks</Link>.
      </p>
      <div className={classes.bar}>
        <TextInput
          type="search"
          label="Search"
          placeholder="e.g. order move"
          leftSection={<Icon name="search" size={14} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <PasswordInput
          label="Access token"
          placeholder="pb_…"
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value.trim())}
        />
        <Checkbox
          label="Only what access tokens open"
          checked={forTokens}
          onChange={(event) => setForTokens(event.currentTarget.checked)}
        />
      </div>
      <p className="sr-only" role="status">
        {contract && `${plural(found.length, 'call')} found`}
      </p>
      {failed && <ErrorState message="The description of the API cannot be loaded." onRetry={retry} />}
      {!contract && !failed && <Skeleton height={400} role="status" aria-label="Loading the API" />}
      {contract && found.length === 0 && <EmptyState icon="search" title="No call has these words" />}
      {contract &&
        tags.map((tag) => (
          <section key={tag} className={classes.group} aria-label={tag}>
            <h2>{tag}</h2>
            {found
              .filter((one) => one.tag === tag)
              .map((operation) => (
                <OperationView key={operation.id} contract={contract} operation={operation} token={token} />
              ))}
          </section>
        ))}
    </Page>
  );
}
