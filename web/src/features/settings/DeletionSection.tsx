import { Group, PasswordInput } from '@mantine/core';
import { Link } from 'react-router';
import { useRequestDeletionMutation } from '@/api/session/account';
import type { Profile } from '@/api/generated';
import { date } from '@/lib/format/dates';
import { KeepButton } from '@/shared/accounts/KeepButton';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { useForm } from '@/shared/entry/useForm';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { confirm, reasonLimit } from '@/ui';
import { toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';
import { LongText } from '@/ui/content/LongText';
import { Panel } from '@/ui/page/Panel';
import classes from './settings.module.css';

/** `exports` is set where the page has a section that exports the account. */
type Props = { me: Profile; exports: boolean };

/** Deletes the customer's account, for its owner (SH-172..SH-175, D-51). */
export function DeletionSection({ me: { deletesAt, company, impersonation, emailAddress }, exports }: Props) {
  return (
    <Panel title="Delete account" id="delete-account" tour="deletion">
      {deletesAt ? (
        <div className={classes.row}>
          <span className={classes.session}>
            This account will be deleted on {date(deletesAt)}.
            <span className={classes.about}>
              Your team is signed out and the orders are frozen. Keep the account to undo both.
            </span>
          </span>
          {!impersonation && <KeepButton />}
        </div>
      ) : impersonation ? (
        <p className={classes.about}>Only the person themselves can change this.</p>
      ) : (
        <DeletionForm company={company ?? 'this account'} email={emailAddress} exports={exports} />
      )}
    </Panel>
  );
}

const empty = { reason: '', password: '' };

type FormProps = { company: string; email: string; exports: boolean };

function DeletionForm({ company, email, exports }: FormProps) {
  const [call, { isLoading, error }] = useRequestDeletionMutation();
  const { values, errors, change, text, onSubmit, reset } = useForm(empty, ({ reason, password }) => ({
    reason: reason.trim() ? undefined : 'Required!',
    password: password ? undefined : 'Required!',
  }));
  useLeaveGuard(values.reason !== '');
  const send = async ({ reason, password }: typeof empty) => {
    if (isLoading) return;
    const agreed = await confirm({
      type: 'YESNO',
      title: `Delete the account of ${company}?`,
      message:
        'Your team is signed out now. You can keep the account for 30 days. After that nothing can be retrieved.',
      danger: true,
      link: exports ? { to: '#export', text: 'Export your data first' } : undefined,
    });
    if (!agreed) return;
    const { data } = await call({ deletionRequest: { reason: reason.trim(), password } });
    if (!data) return;
    reset();
    toastSuccess('The account will be deleted in 30 days. You can keep it until then.');
  };
  return (
    <form noValidate className={classes.deletion} onSubmit={onSubmit((filled) => void send(filled))}>
      <div className={classes.about} data-tour="deletion-effects">
        <p>When you delete the account of {company}:</p>
        <ul className={classes.points}>
          <li>Everybody in your team is signed out and cannot sign in any more.</li>
          <li>The orders are frozen.</li>
          <li>For 30 days you can sign in and keep the account.</li>
          <li>After that all orders and files are gone for good. Nobody can retrieve them.</li>
        </ul>
        {exports && (
          <p className={classes.first}>
            <Link to="#export">Export your data first</Link> if you want to keep it.
          </p>
        )}
      </div>
      <LongText
        name="reason"
        label="Reason"
        wrapperProps={{ 'data-tour': 'deletion-reason' }}
        limit={reasonLimit}
        value={values.reason}
        error={errors['reason']}
        onChange={(reason) => change({ reason })}
      />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        {...text('password')}
        label="Your password"
        wrapperProps={{ 'data-tour': 'deletion-password' }}
        autoComplete="current-password"
      />
      <Refusal error={error} />
      <Group gap={0} align="stretch" justify="flex-end" wrap="nowrap">
        <BusyButton type="submit" color="danger" busy={isLoading}>
          Delete account
        </BusyButton>
      </Group>
    </form>
  );
}
