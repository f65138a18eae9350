import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMotionMark } from '@/lib/motion';
import './mantine.css';
import './tokens.css';
import './global.css';
import { DialogHost } from './dialog/DialogHost';
import { cssVariables, theme } from './theme';
import { ToastHost } from './toast/ToastHost';

/** Provides what the components of `ui` need: theme, toasts, dialogs. */
export function UiProvider({ children, scheme }: { children: ReactNode; scheme?: 'light' | 'dark' }) {
  useMotionMark();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
      forceColorScheme={scheme}
    >
      <ToastHost />
      {children}
      <DialogHost />
    </MantineProvider>
  );
}
