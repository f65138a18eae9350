import { Button, MultiSelect, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClientAccount } from '@/api/people';
import { type ManagedAnnouncement, useChangeAnnouncementMutation, usePublishAnnouncementMutation } from '@/api/shell';
import { roleLabel } from '@/lib/format/status';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { customerRoles, providerRoles } from '@/shared/accounts/roles';
import { Toggle } from '@/shared/accounts/forms/Toggle';
import { useForm } from '@/shared/entry/useForm';
import { toastSuccess } from '@/shared/command/notify';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { useSubmitAction } from '@/shared/command/useSubmitAction';
import { BusyButton } from '@/ui/fields/BusyButton';
import { DateTimeField } from '@/ui/fields/DateField';
import { Panel } from '@/ui/page/Panel';
import { StickyFoot } from '@/ui/page/StickyFoot';
import { RichField } from '@/ui/fields/RichField';
import { Colours } from './Colours';
import { changeOf, draftErrors, draftOf, emptyDraft, isSame, textLimit } from './draft';
import classes from './manage.module.css';
import { Preview } from './Preview';
import { clientName } from './words';

const roles = [...customerRoles, ...providerRoles].map((role) => ({ value: role, label: roleLabel(role) }));

type Props = { before?: ManagedAnnouncement; clients: ClientAccount[] };

/** The form of a new announcement, or of one that is changed. */
export function AnnouncementEditor({ before, clients }: Props) {
  const [start] = useState(() => (before ? draftOf(before) : emptyDraft));
  const { values, errors, change, onSubmit } = useForm(start, (draft) => draftErrors(draft, new Date()));
  const [publish, publishing] = usePublishAnnouncementMutation();
  const [update, updating] = useChangeAnnouncementMutation();
  const { isLoading, error } = before ? updating : publishing;
  const [done, setDone] = useState(false);
  const unsaved = !isSame(values, start) && !done;
  useLeaveGuard(unsaved);
  const saveWords = before ? 'Save announcement' : 'Publish announcement';
  const form = useSubmitAction('Announcement', saveWords, !isLoading);
  const navigate = useNavigate();
  // The guard lets go before this, in the same commit.
  useEffect(() => {
    if (done) void navigate('/announcements');
  }, [done, navigate]);

  const save = async () => {
    if (isLoading) return;
    const announcementChange = changeOf(values, before);
    const { data } = before
      ? await update({ announcementId: before.id, announcementChange })
      : await publish({ announcementChange });
    if (!data) return;
    toastSuccess(data.message);
    setDone(true);
  };

  return (
    <div className={classes.editor}>
      <Preview draft={values} />
      <form
        ref={form}
        noValidate
        aria-label="Announcement"
        className={classes.form}
        onSubmit={onSubmit(() => void save())}
      >
        <Panel title="Text and colours">
          <Stack gap={16}>
            <div>
              <RichField
                html
                label="Text"
                description="To make a link, paste an address over the marked words."
                initial={start.html}
                error={errors.html}
                onChange={(html) => change({ html })}
              />
              <Text size="sm" c="dimmed" mt={4} className="tabular" aria-live="polite">
                Characters left: {Math.max(0, textLimit - values.html.length)}
              </Text>
            </div>
            <Colours values={values} errors={errors} onChange={change} />
          </Stack>
        </Panel>
        <Panel title="Who sees it">
          <div className={classes.pair}>
            <MultiSelect
              label="Roles"
              placeholder={values.roles.length === 0 ? 'Everyone' : undefined}
              data={roles}
              value={values.roles}
              onChange={(chosen) => change({ roles: chosen })}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the roles' }}
              comboboxProps={{ withinPortal: false }}
              nothingFoundMessage="No such role"
            />
            <MultiSelect
              label="Clients"
              placeholder={values.clients.length === 0 ? 'All clients' : undefined}
              data={clientOptions(clients, values.clients)}
              value={values.clients}
              onChange={(chosen) => change({ clients: chosen })}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the clients' }}
              comboboxProps={{ withinPortal: false }}
              nothingFoundMessage="No such client"
            />
          </div>
        </Panel>
        <Panel title="When they see it">
          <Stack gap={16}>
            <div className={classes.pair}>
              <DateTimeField
                name="startsAt"
                label="Start"
                description={before ? undefined : 'Leave it empty to start now.'}
                value={values.startsAt}
                error={errors.startsAt}
                onChange={(startsAt) => change({ startsAt })}
              />
              <DateTimeField
                name="endsAt"
                time="23:59"
                label="End"
                description="Leave it empty to show it until you withdraw it."
                value={values.endsAt}
                error={errors.endsAt}
                onChange={(endsAt) => change({ endsAt })}
              />
            </div>
            <Toggle
              label="Lasting"
              description="People cannot dismiss it."
              checked={values.lasting}
              onChange={(lasting) => change({ lasting })}
            />
          </Stack>
        </Panel>
        <StickyFoot>
          <Refusal error={error} />
          {before && <span className={classes.quiet}>People who have dismissed it see it again.</span>}
          <Button variant="default" onClick={() => void navigate('/announcements')}>
            Cancel
          </Button>
          <BusyButton type="submit" busy={isLoading}>
            {saveWords}
          </BusyButton>
        </StickyFoot>
      </form>
    </div>
  );
}

/** Chosen clients stay visible while the list loads. */
function clientOptions(clients: ClientAccount[], chosen: string[]) {
  const known = new Set(clients.map(({ id }) => id));
  return [
    ...clients.map((client) => ({ value: client.id, label: clientName(client) })),
    ...chosen.filter((id) => !known.has(id)).map((id) => ({ value: id, label: id })),
  ];
}
