import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { accept as everyKind } from '@/lib/upload';

type Props = ButtonProps & {
  onFiles: (files: File[]) => void;
  multiple?: boolean;
  /** The kinds of files to offer; all kinds of an upload if absent. */
  accept?: string;
  children: ReactNode;
  label?: string;
};

/** A button that opens the file chooser. */
export function FileButton({ onFiles, multiple = false, accept = everyKind, children, label, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button {...rest} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
