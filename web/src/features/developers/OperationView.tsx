import { ScrollRegion } from '@/ui/page/ScrollRegion';
import { useState } from 'react';
import { type Contract, type Operation, textOf, typeOf } from './contract';
import classes from './developers.module.css';
import { TryForm } from './TryForm';

type Props = { contract: Contract; operation: Operation; token: string };

/** An operation, with its parameters, its body, its answers and a form that calls it. */
export function OperationView({ contract, operation, token }: Props) {
  const [opened, setOpened] = useState(false);
  const { method, path, summary, scope, open } = operation;
  return (
    <details className={classes.operation} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <span className={classes.method} data-method={method}>
          {method}
        </span>
        <code className={classes.path}>{path}</code>
        <span className={classes.summary}>{summary}</span>
        <span className={classes.scope}>{scope ?? (open ? 'open to everybody' : 'sessions only')}</span>
      </summary>
      {opened && <Details contract={contract} operation={operation} token={token} />}
    </details>
  );
}

function Details({ contract, operation, token }: Props) {
  const { description, parameters, body, answers, scope, csrf, open } = operation;
  return (
    <div className={classes.details}>
      {description && <p>{description}</p>}
      {csrf !== undefined && (
        <p className={classes.muted}>
          A session sends an <code>X-CSRF-Token</code> of the scope <code>{csrf}</code>.
        </p>
      )}
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <dl className={classes.parameters}>
            {parameters.map((parameter) => (
              <div key={parameter.in + parameter.name}>
                <dt>
                  <code>{parameter.name}</code> <span className={classes.muted}>{parameter.in}</span>
                  {parameter.required && <span className={classes.muted}> · required</span>}
                </dt>
                <dd>
                  {typeOf(contract, parameter.schema ?? {})}
                  {parameter.description && ` — ${parameter.description}`}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {body && <SchemaText title={`Body (${body.type})`} text={textOf(contract, body.schema)} />}
      {answers.map(({ status, description: says, schema }) => (
        <SchemaText
          key={status}
          title={`${status === 'default' ? 'Refusals' : status}: ${says}`}
          text={schema && textOf(contract, schema)}
        />
      ))}
      {(scope !== undefined || open) && <TryForm contract={contract} operation={operation} token={token} />}
    </div>
  );
}

function SchemaText({ title, text }: { title: string; text?: string }) {
  return (
    <>
      <h4>{title}</h4>
      {text && (
        <ScrollRegion className={classes.schema} label={title}>
          <pre>{text}</pre>
        </ScrollRegion>
      )}
    </>
  );
}
