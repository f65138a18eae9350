import { Button, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useState } from 'react';
import { useMe } from '@/api/hooks';
import { type Role, useAddPersonMutation } from '@/api/people';
import { roleLabel } from '@/lib/format/status';
import { useForm } from '@/shared/entry/useForm';
import { invited, useMailOff } from '@/shared/MailOff';
import { toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { SelectField } from '@/ui/fields/SelectField';
import classes from '../forms/forms.module.css';
import { NameFields } from '../forms/NameFields';
import { emptyFields, fieldErrors, type Fields, personOf, type Target, type WayIn } from './newPerson';
import { Refusal } from '../forms/Refusal';
import { Toggle } from '../forms/Toggle';

const waysIn: { value: WayIn; label: string; description: string }[] = [
  { value: 'invitation', label: 'Send an invitation', description: 'They choose a password with the link of a mail.' },
  { value: 'password', label: 'Set a password', description: 'You tell them the password yourself.' },
  { value: 'generated', label: 'Generate a password', description: 'You see it once and tell it to them yourself.' },
];

type Props = {
  to: Target;
  roles: Role[];
  onGenerated: (shown: { name: string; password: string }) => void;
  onDone: () => void;
};

/** The form of a new person. A refusal shows in the form, which keeps what was typed. */
export function AddPersonForm({ to, roles, onGenerated, onDone }: Props) {
  // An admin who acts as somebody adds no owner and knows no password (D-48).
  const acting = useMe()?.impersonation !== undefined;
  const offered = acting ? roles.filter((role) => role !== 'owner') : roles;
  const [empty] = useState(() => emptyFields(offered[0] ?? 'staff'));
  const { values, errors, change, text, onSubmit } = useForm(empty, fieldErrors);
  useDialogGuard(JSON.stringify(values) !== JSON.stringify(empty));
  const [add, { isLoading, error }] = useAddPersonMutation();
  const mailOff = useMailOff();

  const send = async (fields: Fields) => {
    if (isLoading) return;
    const newPerson = personOf(to, fields);
    const name = `${newPerson.firstname} ${newPerson.lastname}`;
    const { data: answer } = await add({ newPerson });
    if (!answer) return;
    if (answer.data.password) {
      onGenerated({ name, password: answer.data.password });
      return;
    }
    toastSuccess(
      newPerson.password
        ? `${name} is added. A mail asks them to verify their address.`
        : invited(newPerson.emailAddress, mailOff),
    );
    onDone();
  };

  return (
    <form noValidate className={classes.form} onSubmit={onSubmit((fields) => void send(fields))}>
      <NameFields values={values} errors={errors} onChange={change} autofocus />
      <div className={classes.pair}>
        <TextInput
          name="jobTitle"
          label="Job title"
          autoComplete="off"
          maxLength={100}
          value={values.jobTitle}
          onChange={(event) => change({ jobTitle: event.currentTarget.value })}
        />
        <SelectField
          label="Role"
          wrapperProps={{ 'data-tour': 'member-role' }}
          allowDeselect={false}
          data={offered.map((role) => ({ value: role, label: roleLabel(role) }))}
          value={values.role}
          onChange={(role) => role && change({ role })}
        />
      </div>
      {values.role === 'staff' && (
        <Toggle
          label="May approve proofs"
          checked={values.isApprover}
          onChange={(isApprover) => change({ isApprover })}
        />
      )}
      {acting && (
        <p className={classes.hint}>
          They get an invitation. While you act as somebody, you can add no owner and set no password.
        </p>
      )}
      {!acting && (
        <Radio.Group
          label="How they get in"
          data-tour="member-access"
          value={values.wayIn}
          onChange={(wayIn) => change({ wayIn: waysIn.find(({ value }) => value === wayIn)?.value ?? values.wayIn })}
        >
          <Stack gap={10} mt={6}>
            {waysIn.map(({ value, label, description }) => (
              <Radio key={value} value={value} label={label} description={description} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {values.wayIn === 'password' && (
        <PasswordInput
          {...text('password')}
          label="Password"
          description="6 to 20 characters. Leave it empty to send an invitation after all."
          autoComplete="new-password"
        />
      )}
      <Refusal error={error} />
      <div className={classes.buttons}>
        <Button variant="default" data-tour="member-cancel" onClick={onDone}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={isLoading} data-tour="member-add">
          Add
        </BusyButton>
      </div>
    </form>
  );
}
