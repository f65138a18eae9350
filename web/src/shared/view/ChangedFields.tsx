import type { HistoryEvent } from '@/api/generated';

/** The fields that an event changed, each with its value before and after. */
export function ChangedFields({ diff, className }: { diff: HistoryEvent['diff']; className?: string }) {
  if (diff.length === 0) return null;
  return (
    <dl className={className}>
      {diff.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {from && (
              <del>
                <span className="sr-only">from </span>
                {from}
              </del>
            )}
            <ins>
              <span className="sr-only">to </span>
              {to || 'none'}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
