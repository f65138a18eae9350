import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useInviteGuestMutation } from '@/api';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { useForm } from '@/shared/entry/useForm';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { LongText } from '@/ui/content/LongText';
import { SelectField } from '@/ui/fields/SelectField';
import classes from './invite.module.css';
import type { Link } from './LinkOnce';
import { type Draft, expiries, expiresAt, problems } from './rules';

interface Props {
  orderId: string;
  attachments: { id: string; name: string }[];
  /** The open attachment, which is preselected. */
  first: string;
  onInvited: (link: Link) => void;
}

export function InviteForm({ orderId, attachments, first, onInvited }: Props) {
  const [invite, { isLoading }] = useInviteGuestMutation();
  const empty: Draft = {
    name: '',
    email: '',
    message: '',
    expiry: '14 days',
    password: '',
    attachmentIds: attachments.filter(({ id }) => id === first).map(({ id }) => id),
  };
  const { values: draft, errors: wrong, change, text, onSubmit } = useForm(empty, problems);
  useDialogGuard([draft.name, draft.email, draft.message, draft.password].some((text) => text !== ''));

  const send = async () => {
    const { name, email, message, password, expiry, attachmentIds } = draft;
    const newGuest = {
      name: name.trim(),
      email: email.trim(),
      attachmentIds,
      expiresAt: expiresAt(expiry),
      ...(message.trim() && { message: message.trim() }),
      ...(password && { password }),
    };
    try {
      const answer = await invite({ orderId, newGuest }).unwrap();
      toastSuccess(answer.message);
      onInvited({ url: answer.data.link, email: newGuest.email, withPassword: password !== '' });
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <form noValidate aria-label="Invite guest" onSubmit={onSubmit(() => void send())}>
      <div className={classes.pair}>
        <TextInput {...text('name')} label="Name" required data-autofocus maxLength={100} />
        <TextInput {...text('email')} label="E-mail" type="email" required maxLength={254} />
      </div>
      <LongText
        mt="sm"
        label="Message"
        description="In the mail and the welcome"
        value={draft.message}
        onChange={(message) => change({ message })}
      />
      <Checkbox.Group
        mt="sm"
        label="To review"
        required
        value={draft.attachmentIds}
        error={wrong.attachmentIds}
        onChange={(attachmentIds) => change({ attachmentIds })}
      >
        <Stack gap={8} mt={6} className={classes.files}>
          {attachments.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} size="sm" />
          ))}
        </Stack>
      </Checkbox.Group>
      <div className={classes.pair}>
        <SelectField
          label="The link works for"
          allowDeselect={false}
          data={expiries.map(({ label }) => label)}
          value={draft.expiry}
          onChange={(expiry) => expiry && change({ expiry })}
        />
        <PasswordInput
          {...text('password')}
          label="Password"
          description="Optional, not in the mail"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          maxLength={200}
        />
      </div>
      <BusyButton type="submit" mt="md" busy={isLoading}>
        Send the invitation
      </BusyButton>
    </form>
  );
}
