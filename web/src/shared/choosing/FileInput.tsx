import type { Ref } from 'react';
import { type FileChoice, take } from './choice';

type Props = { choice: FileChoice; label?: string; ref: Ref<HTMLInputElement> };

/** The browser's file chooser, which a button or a menu item opens by clicking this input. */
export function FileInput({ choice, label, ref }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={choice.multiple ?? false}
      accept={choice.kinds.accept}
      aria-label={label}
      onChange={(event) => {
        const files = Array.from(event.currentTarget.files ?? []);
        event.currentTarget.value = ''; // The same file can be chosen again.
        take(choice, files);
      }}
    />
  );
}
