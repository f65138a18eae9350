import classes from './BoardPicture.module.css';

const columns = [
  { tone: 'new', cards: [64, 82, 52] },
  { tone: 'in-progress', cards: [82, 60] },
  { tone: 'in-review', cards: [64, 52, 82] },
  { tone: 'approved', cards: [60, 64] },
];

/** Decoration beside the form: the outline of a board. */
export function BoardPicture({ admin }: { admin: boolean }) {
  return (
    <aside className={classes.picture} aria-hidden="true" data-admin={admin || undefined}>
      <div className={classes.board}>
        {columns.map(({ tone, cards }) => (
          <div key={tone} className={classes.column}>
            <span className={classes.head} style={{ background: `var(--st-${tone})` }} />
            {cards.map((height, index) => (
              <span key={`${tone}${index}`} className={classes.card} style={{ height }}>
                <i style={{ width: '72%' }} />
                <i style={{ width: '48%' }} />
              </span>
            ))}
          </div>
        ))}
      </div>
    </aside>
  );
}
