import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { Tip } from '@/ui';
import type { FileChoice } from './choice';
import { FileInput } from './FileInput';

type Props = ButtonProps & { choice: FileChoice; children: ReactNode; label?: string };

/** A button that opens the file chooser, and says which files it takes. */
export function FileButton({ choice, children, label, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const about = useId();
  return (
    <>
      <FileInput ref={input} choice={choice} label={label} />
      <Tip label={choice.kinds.about}>
        <Button {...rest} aria-label={label} aria-describedby={about} onClick={() => input.current?.click()}>
          {children}
        </Button>
      </Tip>
      <span id={about} hidden>
        {choice.kinds.about}
      </span>
    </>
  );
}
