import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { Icon } from '@/ui';
import type { Loading } from './useFile';
import classes from '../viewer.module.css';

/** Asks for the password of a locked PDF. It stays in the memory of this browser. */
export function PasswordForm({ locked, name }: { locked: Extract<Loading, { state: 'locked' }>; name: string }) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) locked.unlock(password);
  };
  return (
    <form className={classes.message} onSubmit={submit} aria-label="Password of the file">
      <Icon name="lock" size={28} />
      <p>
        {name} is protected by a password.
        <br />
        It is used here only and not kept.
      </p>
      <PasswordInput
        ref={focusOnMount}
        w={260}
        label="Password"
        autoComplete="off"
        value={password}
        error={locked.wrong ? 'This password does not open the file.' : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={!password}>
        Open the file
      </Button>
    </form>
  );
}
