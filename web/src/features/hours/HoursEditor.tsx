import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAbility, useMe } from '@/api/hooks';
import { type OfficeHours, useSaveOfficeHoursMutation } from '@/api/shell';
import { ownZone } from '@/lib/format/zones';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { useForm } from '@/shared/entry/useForm';
import { toastSuccess } from '@/shared/command/notify';
import { TimeZoneField } from '@/shared/form/TimeZoneField';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { useSubmitAction } from '@/shared/command/useSubmitAction';
import { BusyButton } from '@/ui/fields/BusyButton';
import { LongText } from '@/ui/content/LongText';
import { Panel } from '@/ui/page/Panel';
import { StickyFoot } from '@/ui/page/StickyFoot';
import { hoursOf } from './calendar';
import { descriptionLimit, draftErrors, draftOf, isSame, officeHoursOf } from './draft';
import classes from './editor.module.css';
import { Holidays } from './Holidays';
import widget from './hours.module.css';
import { HoursView } from './HoursView';
import { useServerNow } from './useServerNow';
import { Week } from './Week';

const formId = 'business-hours';
const saveWords = 'Save business hours';

/** Changes when the office is open. The preview shows the sidebar's words before they are saved. */
export function HoursEditor({ office }: { office: OfficeHours }) {
  const [saved, setSaved] = useState(() => draftOf(office));
  const { values, errors, change, onSubmit } = useForm(saved, draftErrors);
  const [call, { isLoading, error }] = useSaveOfficeHoursMutation();
  const mayChange = useAbility('manage-business-hours', 'update');
  // A new round empties the fields of a holiday that is being added.
  const [round, setRound] = useState(0);
  const unsaved = !isSame(values, saved);
  useLeaveGuard(unsaved);
  const form = useSubmitAction('Business hours', saveWords, mayChange && !isLoading);

  const save = async () => {
    if (isLoading) return;
    const { data } = await call({ officeHours: officeHoursOf(values) });
    if (!data) return;
    setSaved(values);
    toastSuccess('The business hours are saved.');
  };

  const discard = () => {
    change(saved);
    setRound(round + 1);
  };

  return (
    <div className={classes.editor}>
      <Stack gap={16}>
        <form ref={form} noValidate id={formId} aria-label="Business hours" onSubmit={onSubmit(() => void save())}>
          <Panel title="Hours">
            <Stack gap={18} maw={560}>
              <TimeZoneField value={values.timeZone} onChange={(timeZone) => change({ timeZone })} />
              <Week days={values.days} errors={errors} onChange={(days) => change({ days })} />
              <div>
                <LongText
                  name="description"
                  label="Description"
                  description="Shown below the hours, for instance how to reach you in urgent cases."
                  limit={descriptionLimit}
                  value={values.description}
                  onChange={(description) => change({ description })}
                />
                <Text size="sm" c="dimmed" mt={4} className="tabular" aria-live="polite">
                  Characters left: {descriptionLimit - values.description.length}
                </Text>
              </div>
            </Stack>
          </Panel>
        </form>
        <Holidays key={round} holidays={values.holidays} onChange={(holidays) => change({ holidays })} />
        <StickyFoot>
          <Refusal error={error} />
          <span className={classes.unsaved} role="status">
            {unsaved && !isLoading && 'Not saved yet'}
          </span>
          {unsaved && (
            <Button variant="default" onClick={discard}>
              Discard changes
            </Button>
          )}
          <BusyButton type="submit" form={formId} busy={isLoading} disabled={!mayChange}>
            {saveWords}
          </BusyButton>
        </StickyFoot>
      </Stack>
      <Preview office={officeHoursOf(values)} />
    </div>
  );
}

/** The widget of the sidebar as it would be now. Hours that are still wrong are shown as closed. */
function Preview({ office }: { office: OfficeHours }) {
  const zone = useMe()?.timeZone.label ?? ownZone();
  const now = useServerNow(0);
  return (
    <div className={classes.preview}>
      <Panel title="Preview">
        <p className={classes.hint}>What you would see in the sidebar now.</p>
        <div className={widget.widget}>
          <HoursView hours={hoursOf(office, now, zone)} now={now} zone={zone} />
        </div>
      </Panel>
    </div>
  );
}
