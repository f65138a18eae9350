import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import type { SignInKind } from '@/api/signin';
import { Icon } from '@/ui';
import { DemoPeople } from './DemoPeople';
import classes from './signin.module.css';
import { useSignIn } from './useSignIn';
import { type FieldErrors, type Fields, validate } from './validation';

type Props = { kind: SignInKind; emailLabel: string; button: string; beside?: ReactNode };

/** Returns the address that the page before asked to fill in, such as the one of the first admin. */
function emailOf(state: unknown): string {
  const given = typeof state === 'object' && state !== null && 'email' in state ? state.email : '';
  return typeof given === 'string' ? given : '';
}

/** E-mail and password with their rules. Enter submits (SH-016, SH-021). */
export function SignInForm({ kind, emailLabel, button, beside }: Props) {
  const [fields, setFields] = useState<Fields>({ email: emailOf(useLocation().state), password: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null);
  const { submit, isLoading } = useSignIn(kind);

  const change = (field: keyof Fields, value: string) => {
    const next = { ...fields, [field]: value };
    setFields(next);
    if (errors[field]) setErrors({ ...errors, [field]: validate(next)[field] });
  };

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        const found = validate(fields);
        setErrors(found);
        if (Object.keys(found).length > 0 || isLoading) return;
        setFailure(null);
        void submit(fields).then(setFailure);
      }}
    >
      {failure && (
        <Alert color="red" variant="light" title={failure.title} icon={<Icon name="alert" />} className={classes.alert}>
          {failure.message}
        </Alert>
      )}
      <TextInput
        label={emailLabel}
        type="email"
        autoComplete="username"
        value={fields.email}
        error={errors.email}
        onChange={(event) => change('email', event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        value={fields.password}
        error={errors.password}
        onChange={(event) => change('password', event.currentTarget.value)}
      />
      {beside}
      <Button type="submit" fullWidth loading={isLoading}>
        {button}
      </Button>
      <DemoPeople
        kind={kind}
        onPick={(email, password) => {
          setFields({ email, password });
          setErrors({});
          setFailure(null);
        }}
      />
    </form>
  );
}
