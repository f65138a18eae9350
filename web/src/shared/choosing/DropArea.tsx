import { type ReactNode, useEffect, useState } from 'react';
import { type FileChoice, take } from './choice';
import classes from './choosing.module.css';

const carriesFiles = (event: { dataTransfer: DataTransfer | null }): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Without this the browser would open a file that is dropped beside the area, in place of the app.
 */
function useSafeDrops(): void {
  useEffect(() => {
    const keep = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, []);
}

/** Accepts dropped files. The button beside it does the same for the keyboard. */
export function DropArea({ choice, children }: { choice: FileChoice; children: ReactNode }) {
  const [over, setOver] = useState(false);
  useSafeDrops();
  return (
    <div
      className={classes.area}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        take(choice, Array.from(event.dataTransfer.files));
      }}
    >
      {children}
    </div>
  );
}
