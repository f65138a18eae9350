import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type Props = Omit<ButtonProps, 'loading' | 'loaderProps'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { busy: boolean };

/**
 * A button for slow actions. While busy it ignores clicks but, unlike a disabled button, keeps the
 * focus.
 */
export function BusyButton({ busy, onClick, leftSection, children, ...rest }: Props) {
  return (
    <Button
      {...rest}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      mod={{ loading: busy }}
      leftSection={busy && leftSection ? <Loader size={14} color="currentColor" /> : leftSection}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {children}
    </Button>
  );
}
