import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Team, Workflow } from '@/api/approvals';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { StickyFoot } from '@/ui/page/StickyFoot';
import { Badges } from './Badges';
import { nameLimit } from './draft';
import { Missing } from './Missing';
import { Outline } from './Outline';
import { StepList } from './StepList';
import { Trial } from './Trial';
import { type EditorState, fieldId, useEditor } from './useEditor';
import { useWorkflowActions } from './useWorkflowActions';
import { editionWords, listPath, nameOf } from './words';
import classes from './workflows.module.css';

type Props = { id: string; workflow: Workflow | undefined; team: Team; mayEdit: boolean };

/** A workflow: its editor, or only what it says for those who may not change it. */
export function Editor({ id, workflow, team, mayEdit }: Props) {
  const above = <Link to={listPath}>Workflow and Roles</Link>;
  const title = workflow ? nameOf(workflow) : 'New workflow';
  const beside = workflow && <Badges workflow={workflow} />;
  if (workflow && (workflow.phase === 'retired' || !mayEdit)) {
    return (
      <Page title={title} above={above} beside={beside} narrow>
        <Stack gap={16}>
          {workflow.phase === 'retired' && (
            <p className={classes.note} role="note">
              This workflow is retired. Orders that have it go on with it. Nobody can change or use it any more.
            </p>
          )}
          {[workflow.published, mayEdit ? undefined : workflow.draft].map(
            (content, at) =>
              content && (
                <Panel key={at} title={at === 0 ? `Edition ${workflow.edition}` : 'Draft'}>
                  <Outline content={content} team={team} />
                </Panel>
              ),
          )}
        </Stack>
      </Page>
    );
  }
  return (
    <Page title={title} above={above} beside={beside}>
      <Form id={id} workflow={workflow} team={team} />
    </Page>
  );
}

function Form({ id, workflow, team }: Omit<Props, 'mayEdit'>) {
  const editor = useEditor(id, workflow, team);
  const { draft, change, shown, touch } = editor;
  return (
    <form
      noValidate
      aria-label="Workflow"
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (editor.savable) void editor.save();
      }}
    >
      <Stack gap={16}>
        <Panel label="The workflow itself">
          <TextInput
            id={fieldId('name')}
            mt={8}
            label="Name of the workflow"
            description="People see it on their orders."
            required
            autoComplete="off"
            maxLength={nameLimit}
            value={draft.name}
            error={shown('name')}
            onChange={(event) => change({ type: 'name', name: event.currentTarget.value })}
            onBlur={() => touch('name')}
          />
        </Panel>
        <StepList editor={editor} team={team} />
      </Stack>
      <aside className={classes.aside} aria-label="About this workflow">
        <Panel title="Before it can be published">
          <Missing editor={editor} edition={workflow?.edition ?? 0} />
        </Panel>
        {workflow && <Trial workflow={workflow} unsaved={editor.unsaved} />}
        {workflow?.published && (workflow.draft || editor.unsaved) && (
          <Panel title={`Edition ${workflow.edition}, published`}>
            <Outline content={workflow.published} team={team} />
          </Panel>
        )}
      </aside>
      <Foot editor={editor} workflow={workflow} />
    </form>
  );
}

function Foot({ editor, workflow }: { editor: EditorState; workflow: Workflow | undefined }) {
  const { savable, publishable, unsaved } = editor;
  const publish = () => {
    if (publishable) void editor.publish();
    else editor.showAll();
  };
  useShortcuts([
    ...(savable
      ? [{ what: 'Save Draft', group: 'Workflow', icon: 'check' as const, run: () => void editor.save() }]
      : []),
    ...(publishable ? [{ what: 'Publish', group: 'Workflow', icon: 'upload' as const, run: publish }] : []),
  ]);
  return (
    <div className={classes.foot}>
      <StickyFoot>
        <Refusal error={editor.error} />
        <span className={classes.quiet} role="status">
          {unsaved ? 'Not saved yet' : workflow && `Saved · ${editionWords(workflow)}`}
        </span>
        {workflow?.draft && <Discard editor={editor} workflow={workflow} />}
        <BusyButton type="submit" variant="default" busy={editor.saving} disabled={!savable && !editor.saving}>
          Save Draft
        </BusyButton>
        <BusyButton
          busy={editor.publishing}
          aria-disabled={!publishable || undefined}
          data-disabled={!publishable || undefined}
          aria-describedby={publishable ? undefined : 'workflow-missing'}
          onClick={publish}
        >
          Publish
        </BusyButton>
      </StickyFoot>
      <span className="sr-only" role="status">
        {editor.said}
      </span>
    </div>
  );
}

function Discard({ editor, workflow }: { editor: EditorState; workflow: Workflow }) {
  const { busy, discard } = useWorkflowActions(workflow);
  const { left, release, restart } = editor;
  const navigate = useNavigate();
  // The guard lets go before this, in the same commit.
  useEffect(() => {
    if (left) void navigate(listPath);
  }, [left, navigate]);
  return (
    <Button
      variant="subtle"
      onClick={async () => {
        if (busy || !(await discard())) return;
        if (workflow.published) restart(workflow.published);
        else release();
      }}
    >
      Discard draft
    </Button>
  );
}
