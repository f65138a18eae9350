import type { Version } from '@/api';
import classes from '../styles/screen.module.css';

/** Says that the file has more pages than its preview shows. */
export function FirstPageOnly({ version: { preview } }: { version: Pick<Version, 'preview'> }) {
  if (!preview || preview.pages < 2) return null;
  return (
    <span
      className={classes.cleared}
      title="This kind of file is shown by a picture of its first page. Download the file to see the others."
    >
      Only page 1 of {preview.pages} is shown
    </span>
  );
}
