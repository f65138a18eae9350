import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Branding, useChangeBrandingMutation } from '@/api/people';
import { hexColour } from '@/lib/format/colour';
import { drawnKinds } from '@/lib/files/drawPicture';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { useForm } from '@/shared/entry/useForm';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { useSubmitAction } from '@/shared/command/useSubmitAction';
import { toast } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { StickyFoot } from '@/ui/page/StickyFoot';
import classes from './branding.module.css';
import { BrandColour } from './BrandColour';
import { brandingOf, type Draft, draftOf, isSame, pictureKinds, picturesOf, textErrors, textsOf } from './draft';
import { PictureField } from './PictureField';
import { Preview } from './Preview';
import { usePictures } from './usePictures';

const saveWords = 'Save branding';

type Props = { clientId: string; branding: Branding };

/** Changes what people see of a client. The preview beside the form shows it before it is saved. */
export function BrandingEditor({ clientId, branding }: Props) {
  const [saved, setSaved] = useState(() => draftOf(branding));
  const { values, errors, change, text, onSubmit, reset } = useForm(textsOf(saved), textErrors);
  const files = usePictures(clientId, picturesOf(saved));
  const [call, { isLoading, error }] = useChangeBrandingMutation();
  const draft: Draft = { ...values, ...files.pictures };
  const unsaved = files.anyBusy || !isSame(draft, saved);
  useLeaveGuard(unsaved);
  const busy = isLoading || files.anyBusy;
  const form = useSubmitAction('Branding', saveWords, !busy);

  const show = (shown: Draft) => {
    setSaved(shown);
    change(textsOf(shown));
    files.reset(picturesOf(shown));
  };
  const undo = async (before: Draft) => {
    try {
      await call({ clientId, branding: brandingOf(before) }).unwrap();
      show(before);
      toastSuccess('The branding is as it was before.');
    } catch (failed) {
      toastError(failed);
    }
  };
  const save = async () => {
    if (busy) return;
    const before = saved;
    const next = brandingOf(draft);
    const { data } = await call({ clientId, branding: next });
    if (!data) return;
    setSaved({ ...draft, ...textsOf(next) });
    toast({
      type: 'SUCCESS',
      title: 'Success',
      message: 'The branding is saved.',
      id: 'branding-saved',
      action: isSame(before, draft) ? undefined : { label: 'Undo', run: () => void undo(before) },
    });
  };
  const discard = () => {
    reset();
    files.reset(picturesOf(saved));
  };

  return (
    <div className={classes.editor}>
      <form ref={form} noValidate aria-label="Branding" className={classes.form} onSubmit={onSubmit(() => void save())}>
        <Panel title="Name and colour">
          <Stack gap={16}>
            <TextInput {...text('name')} label="Name" required autoComplete="off" maxLength={100} />
            <TextInput
              name="senderName"
              label="Sender name of mails"
              description="Leave it empty to send mails under the name."
              placeholder={values.name}
              autoComplete="off"
              maxLength={100}
              value={values.senderName}
              onChange={(event) => change({ senderName: event.currentTarget.value })}
            />
            <BrandColour value={values.colour} error={errors.colour} onChange={(colour) => change({ colour })} />
          </Stack>
        </Panel>
        <Panel title="Pictures">
          <Stack gap={20}>
            <p className={classes.hint}>{drawnKinds.about}. You can also drop a file here.</p>
            {pictureKinds.map((kind) => (
              <PictureField
                key={kind}
                kind={kind}
                picture={files.pictures[kind]}
                saved={saved[kind]}
                busy={files.isBusy(kind)}
                problem={files.problems[kind]}
                onFile={(file) => void files.choose(kind, file)}
                onChange={(picture) => files.set(kind, picture)}
              />
            ))}
          </Stack>
        </Panel>
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
          <BusyButton type="submit" busy={busy}>
            {saveWords}
          </BusyButton>
        </StickyFoot>
      </form>
      <section className={classes.preview} aria-label="Preview">
        <Preview
          brand={{
            name: values.name.trim() || saved.name,
            senderName: values.senderName.trim(),
            colour: hexColour(values.colour) ?? saved.colour,
            logo: files.pictures.logo.src,
            favicon: files.pictures.favicon.src,
            imagePlaceholder: files.pictures.imagePlaceholder.src,
          }}
        />
      </section>
    </div>
  );
}
