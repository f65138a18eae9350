import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useInviteGuestMutation } from '@/api';
import { toastError, toastSuccess } from '@/shared/notify';
import { BusyButton } from '@/ui/BusyButton';
import { useDialogGuard } from '@/ui/closeGuard';
import { LongText } from '@/ui/LongText';
import { SelectField } from '@/ui/SelectField';
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
  const [tried, setTried] = useState(false);
  const [draft, setDraft] = useState<Draft>({
    name: '',
    email: '',
    message: '',
    expiry: '14 days',
    password: '',
    attachmentIds: attachments.filter(({ id }) => id === first).map(({ id }) => id),
  });
  useDialogGuard([draft.name, draft.email, draft.message, draft.password].some((text) => text !== ''));
  const change = (more: Partial<Draft>) => setDraft({ ...draft, ...more });
  const wrong = tried ? problems(draft) : {};

  const send = async () => {
    setTried(true);
    if (Object.keys(problems(draft)).length > 0) return;
    const { name, email, message, password, expiry, attachmentIds } = draft;
    const newGuest = {
      name: name.trim(),
      email: email.trim(),
      attachmentIds,
      expiresAt: expiresAt(expiry, Date.now()),
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
    <form
      noValidate
      aria-label="Invite guest"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={classes.pair}>
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={100}
          value={draft.name}
          error={wrong.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label="E-mail"
          type="email"
          required
          maxLength={254}
          value={draft.email}
          error={wrong.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
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
          label="Password"
          description="Optional, not in the mail"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          maxLength={200}
          value={draft.password}
          error={wrong.password}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
      </div>
      <BusyButton type="submit" mt="md" busy={isLoading}>
        Send the invitation
      </BusyButton>
    </form>
  );
}
