import { ScrollRegion } from '@/ui/page/ScrollRegion';
import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '@/ui/fields/BusyButton';
import { CopyButton } from '@/ui/fields/CopyButton';
import { LongText } from '@/ui/content/LongText';
import { addressOf, type Contract, curlOf, type Operation, sampleOf } from './contract';
import classes from './developers.module.css';

type Props = { contract: Contract; operation: Operation; token: string };
type Answer = { status: string; text: string };

const longest = 20_000; // characters of an answer that are shown

/** Calls an operation with the access token of the page. */
export function TryForm({ contract, operation, token }: Props) {
  const { method, parameters, body } = operation;
  const asked = parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  const [values, setValues] = useState<Record<string, string>>({});
  const [content, setContent] = useState(() => (body ? JSON.stringify(sampleOf(contract, body.schema), null, 2) : ''));
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const url = addressOf(operation, values);
  const json = body?.type === 'application/json' ? body.type : undefined;

  const send = async () => {
    setBusy(true);
    const headers = new Headers();
    if (token) headers.set('Authorization', `Bearer ${token}`);
    if (json) headers.set('Content-Type', json);
    if (method !== 'GET') headers.set('Idempotency-Key', crypto.randomUUID());
    try {
      const response = await fetch(url, { method, headers, body: json ? content : undefined, cache: 'no-store' });
      const text = await response.text();
      setAnswer({ status: `${response.status} ${response.statusText}`.trim(), text: pretty(text) });
    } catch {
      setAnswer({ status: 'The server cannot be reached', text: '' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className={classes.try}
      aria-label={`Try ${method} ${operation.path}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <h4>Try it</h4>
      {asked.map(({ name, in: place, description }) => (
        <TextInput
          key={name}
          size="xs"
          label={name}
          description={description}
          required={place === 'path'}
          autoComplete="off"
          value={values[name] ?? ''}
          onChange={({ currentTarget: { value } }) => setValues((old) => ({ ...old, [name]: value }))}
        />
      ))}
      {json && (
        <LongText
          size="xs"
          label="Body"
          minRows={3}
          maxRows={16}
          limit={100_000}
          spellCheck={false}
          classNames={{ input: classes.code }}
          value={content}
          onChange={setContent}
        />
      )}
      <Group gap={8}>
        <BusyButton type="submit" size="xs" busy={busy}>
          Send
        </BusyButton>
        <CopyButton text={curlOf(operation, window.location.origin + url, json, content)} label="Copy as curl" />
      </Group>
      <div role="status">
        {answer && (
          <>
            <p className={classes.status}>{answer.status}</p>
            {answer.text && (
              <ScrollRegion className={classes.schema} label="Answer">
                <pre>{answer.text}</pre>
              </ScrollRegion>
            )}
          </>
        )}
      </div>
    </form>
  );
}

/** Indents JSON, and cuts what is too long to show. */
function pretty(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It is another format, which is shown as it is.
  }
  return shown.length > longest ? `${shown.slice(0, longest)}\n…` : shown;
}
