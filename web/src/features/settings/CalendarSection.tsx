import { Button, PasswordInput, Skeleton } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  useAccessTokensQuery,
  useCreateAccessTokenMutation,
  useRevokeAccessTokenMutation,
} from '@/api/session/account';
import { apiError, sentence } from '@/api/request/envelope';
import type { Profile } from '@/api/generated';
import { date, endOfDay } from '@/lib/format/dates';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { ShownOnce } from '@/shared/accounts/forms/ShownOnce';
import forms from '@/shared/accounts/forms/forms.module.css';
import { useForm } from '@/shared/entry/useForm';
import { FormDialog } from '@/shared/form/FormDialog';
import { confirm, ErrorState } from '@/ui';
import { Ago } from '@/ui/content/Ago';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { calendarScope } from './scopes';
import { inDays, longest } from './TokenDialog';
import classes from './settings.module.css';

/** The secret address with which a calendar program shows what is due (BY-059). There is one at a time. */
export function CalendarSection({ me }: { me: Profile }) {
  const own = !me.impersonation;
  const { data, error, refetch } = useAccessTokensQuery(undefined, { refetchOnMountOrArgChange: true, skip: !own });
  const [creating, setCreating] = useState(false);
  const [revoke, { isLoading }] = useRevokeAccessTokenMutation();
  const create = useRef<HTMLButtonElement>(null);
  const there = data?.data.filter(({ scopes }) => scopes.includes(calendarScope)) ?? [];
  const [address] = there;
  const remove = async () => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: 'Remove the address?',
      message: 'Calendars that use it show nothing new from now on. You can make another address at any time.',
      accept: 'Remove',
      danger: true,
    });
    if (!agreed) return;
    try {
      for (const { id } of there) await revoke({ tokenId: id }).unwrap();
      toastSuccess('The address of your calendar is removed');
      create.current?.focus(); // The button that had the focus is gone.
    } catch (failure) {
      toastError(failure);
    }
  };
  return (
    <Panel title="Calendar" id="calendar">
      <div className={classes.row}>
        <span className={classes.session}>
          Show due dates in your calendar
          <span className={classes.about}>
            {own ? (
              <>
                Your calendar program reads an address that is yours alone: orders that are due, what you are asked to
                approve, and invoices. Whoever knows the address can read that too.
                {address && (
                  <>
                    <br />
                    Made {date(address.createdAt)} · Ends {date(address.endsAt)} ·{' '}
                    {address.usedAt ? (
                      <>
                        Last read <Ago at={address.usedAt} />
                      </>
                    ) : (
                      'Not read yet'
                    )}
                  </>
                )}
              </>
            ) : (
              'Only the person themselves can see and change this.'
            )}
          </span>
        </span>
        {own && data && (
          <span className={classes.pair}>
            {address && (
              <BusyButton variant="default" size="xs" busy={isLoading} onClick={() => void remove()}>
                Remove
              </BusyButton>
            )}
            <Button ref={create} variant="default" size="xs" onClick={() => setCreating(true)}>
              {address ? 'Make a new address' : 'Make an address'}
            </Button>
          </span>
        )}
      </div>
      {error && !data && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {own && !data && !error && <Skeleton height={44} mt={12} role="status" aria-label="Loading the calendar" />}
      {creating && (
        <CalendarDialog
          email={me.emailAddress}
          earlier={there.map(({ id }) => id)}
          onClose={() => setCreating(false)}
        />
      )}
    </Panel>
  );
}

type DialogProps = { email: string; earlier: string[]; onClose: () => void };

/** Makes an address, which replaces the earlier one, and shows it this once. */
function CalendarDialog({ email, earlier, onClose }: DialogProps) {
  const [token, setToken] = useState<string>();
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={token ? 'The address of your calendar' : 'Make an address for your calendar'}
      // A slip must not close the only view of the address.
      closeOnClickOutside={false}
      closeOnEscape={!token}
      withCloseButton={!token}
    >
      {token ? (
        <ShownOnce
          label="Address"
          value={`${window.location.origin}/calendar/${token}.ics`}
          copy="Copy the address"
          onDone={onClose}
        >
          <p role="status">
            Copy the address now and add it to your calendar program as a subscription, also called calendar from the
            internet or by URL. It is not shown again.
          </p>
        </ShownOnce>
      ) : (
        <AddressForm email={email} earlier={earlier} onToken={setToken} />
      )}
    </FormDialog>
  );
}

const needed = ({ password }: { password: string }) => ({ password: password ? undefined : 'Required!' });

type FormProps = Pick<DialogProps, 'email' | 'earlier'> & { onToken: (token: string) => void };

function AddressForm({ email, earlier, onToken }: FormProps) {
  const [first] = useState({ password: '' });
  const { text, onSubmit } = useForm(first, needed);
  const [create, { isLoading, error }] = useCreateAccessTokenMutation();
  const [revoke] = useRevokeAccessTokenMutation();
  const make = async (password: string) => {
    const endsAt = endOfDay(inDays(longest)) ?? '';
    const { data } = await create({ newAccessToken: { name: 'Calendar', scopes: [calendarScope], endsAt, password } });
    if (!data) return;
    onToken(data.data.token);
    for (const tokenId of earlier) await revoke({ tokenId }).unwrap().catch(toastError);
  };
  return (
    <form
      noValidate
      className={forms.form}
      onSubmit={onSubmit(({ password }) => {
        if (!isLoading) void make(password);
      })}
    >
      <p>
        The address works for a year, or until you change your password.
        {earlier.length > 0 && ' The one that you have ends now.'}
      </p>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput {...text('password')} data-autofocus label="Your password" autoComplete="current-password" />
      <Refusal error={error} />
      <div className={forms.buttons}>
        <BusyButton type="submit" busy={isLoading}>
          Make the address
        </BusyButton>
      </div>
    </form>
  );
}
