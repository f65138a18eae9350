import { Button, Group } from '@mantine/core';
import { Component, type ReactNode, useState } from 'react';
import { Icon, toastNotLoaded } from '@/ui';
import classes from './ErrorScreen.module.css';

/** The 500 screen (SH-157). 'Report Error' sends the error to the operators. */
export function ErrorScreen({ error }: { error: unknown }) {
  const [sent, setSent] = useState(false);
  const send = () => import('./report').then(async ({ report }) => setSent(await report(error)), toastNotLoaded);
  return (
    <main className={classes.screen}>
      <span className={classes.icon}>
        <Icon name="alert" size={28} />
      </span>
      <h1 className={classes.title}>Whoops, something went wrong on our end.</h1>
      <p className={classes.text}>
        Your orders are safe: everything that was saved stays saved. Clear the cache to start afresh, or report the
        error so that it gets fixed.
      </p>
      <Group gap="xs">
        <Button disabled={sent} onClick={() => void send()}>
          Report Error
        </Button>
        <Button variant="default" component="a" href="/clear-history">
          Clear Cache/History
        </Button>
      </Group>
    </main>
  );
}

type BoundaryProps = { children: ReactNode; at?: string };
type BoundaryState = { error: unknown; at?: string };

/** Catches a crash while rendering (SH-158), until `at` changes to another page. */
export class CrashBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return at === state.at ? null : { error: null, at };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === null ? this.props.children : <ErrorScreen error={this.state.error} />;
  }
}
