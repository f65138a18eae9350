import { numberHint } from './passkeys';

/** Says that passkeys do not work under the number of this page, and where they do. Elsewhere it shows nothing. */
export function NumberHint({ className }: { className?: string }) {
  const hint = numberHint();
  if (!hint) return null;
  return (
    <span role="note" className={className}>
      {hint.text}
      {hint.under && (
        <>
          {' '}
          <a href={hint.under}>{hint.under}</a>
        </>
      )}
      .
    </span>
  );
}
