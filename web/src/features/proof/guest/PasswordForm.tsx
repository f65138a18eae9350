import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import classes from './guest.module.css';

interface Props {
  said: string;
  busy: boolean;
  onEnter: (password: string) => void;
}

/** A link with a password asks for it before it reveals anything. */
export function PasswordForm({ said, busy, onEnter }: Props) {
  const [password, setPassword] = useState('');
  return (
    <main className={classes.center}>
      <form
        className={classes.box}
        onSubmit={(event) => {
          event.preventDefault();
          if (password) onEnter(password);
        }}
      >
        <h1>This link has a password</h1>
        <p>Who sent you the link tells it to you.</p>
        <PasswordInput
          label="Password"
          autoComplete="off"
          ref={focusOnMount}
          value={password}
          error={said || undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={busy} disabled={!password}>
          Open the proofs
        </Button>
      </form>
    </main>
  );
}
