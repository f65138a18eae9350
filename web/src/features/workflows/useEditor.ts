import { useEffect, useReducer, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Team, usePublishWorkflowMutation, useSaveWorkflowMutation, type Workflow } from '@/api/approvals';
import { newId } from '@/lib/newId';
import { toastSuccess } from '@/shared/command/notify';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { confirm } from '@/ui';
import { type Change, contentOf, type Draft, draftOf, edited, emptyStep, fingerprint } from './draft';
import { type Problem, problemsIn } from './problems';
import { contentOfWorkflow, pathOf } from './words';

/** The id of the element with a field, so that it can be focused. */
export const fieldId = (field: string, step?: string) => `workflow-${step ?? 'itself'}-${field}`;

const begin = (workflow: Workflow | undefined): Draft =>
  workflow ? draftOf(contentOfWorkflow(workflow)) : { name: '', steps: [emptyStep(newId())] };

/** What changes when a draft is published. */
function publishWords(edition: number, chosen: boolean, first: boolean): string {
  if (first)
    return 'If it is the first workflow of your account, orders created from now on get it. Others stay as they are.';
  const existing = `Orders that exist keep their edition.`;
  return chosen
    ? `Orders created from now on get edition ${edition}. ${existing}`
    : `New orders do not use this workflow now. When they do, they get edition ${edition}. ${existing}`;
}

/**
 * The draft of a workflow while it is edited: its changes, its problems, and how it is saved and
 * published. Leaving the page asks before unsaved changes are lost.
 */
export function useEditor(id: string, workflow: Workflow | undefined, team: Team) {
  const [start] = useState(() => begin(workflow));
  const [draft, dispatch] = useReducer(edited, start);
  const [stored, setStored] = useState(() => fingerprint(start));
  const [left, setLeft] = useState(false);
  const [save, saving] = useSaveWorkflowMutation();
  const [publish, publishing] = usePublishWorkflowMutation();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const [said, setSaid] = useState('');
  const navigate = useNavigate();
  const unsaved = fingerprint(draft) !== stored;
  useLeaveGuard(unsaved && !left);

  const focus = useRef<string | null>(null);
  useEffect(() => {
    if (focus.current) document.getElementById(focus.current)?.focus();
    focus.current = null;
  }, [draft]);

  /** Applies a change, says it to screen readers, and moves the focus. */
  const change = (made: Change, words = '', to: string | null = null) => {
    focus.current = to;
    dispatch(made);
    setSaid(words);
  };

  const problems = problemsIn(draft, team);
  /** Returns the problem to show at a field: of new steps after the field was left, of others at once. */
  const shown = (field: Problem['field'], step?: string) => {
    const visible = all || step?.startsWith('stored') || (!step && workflow) || touched.has(fieldId(field, step));
    const found = problems.find((problem) => problem.step === step && problem.field === field);
    return visible ? found?.text : undefined;
  };

  const sending = useRef<Promise<boolean>>(Promise.resolve(true));
  const send = (): Promise<boolean> => (sending.current = sendNow());
  const sendNow = async (): Promise<boolean> => {
    const sent = fingerprint(draft);
    const { data } = await save({ workflowId: id, workflowContent: contentOf(draft) });
    if (!data) return false;
    setStored(sent);
    dispatch({ type: 'forget' });
    if (!workflow) void navigate(pathOf(id), { replace: true });
    return true;
  };
  // Not asked from the stored draft: it is read again only after it was saved.
  const differs = !workflow?.published || fingerprint(draft) !== fingerprint(draftOf(workflow.published));

  return {
    draft,
    change,
    said,
    problems,
    shown,
    touch: (field: Problem['field'], step?: string) => setTouched((old) => new Set(old).add(fieldId(field, step))),
    showAll: () => setAll(true),
    unsaved,
    savable: unsaved && !problems.some(({ unsavable }) => unsavable),
    publishable: problems.length === 0 && differs,
    saving: saving.isLoading,
    publishing: publishing.isLoading,
    error: publishing.error ?? saving.error,
    async save() {
      if (saving.isLoading || publishing.isLoading) return;
      publishing.reset();
      await send();
    },
    async publish() {
      if (publishing.isLoading) return;
      const edition = (workflow?.edition ?? 0) + 1;
      const agreed = await confirm({
        type: 'CONTINUECANCEL',
        title: `Publish edition ${edition}?`,
        message: publishWords(edition, workflow?.chosen ?? false, edition === 1),
        accept: 'Publish',
      });
      if (!agreed) return;
      publishing.reset();
      await sending.current; // the draft may still be on its way
      if (unsaved && !(await send())) return;
      const { data } = await publish({ workflowId: id });
      if (data) toastSuccess(data.message);
    },
    /** Goes back to what is published after the draft was discarded. */
    restart(published: Workflow['published']) {
      const next = published ? draftOf(published) : begin(undefined);
      dispatch({ type: 'replace', draft: next });
      setStored(fingerprint(next));
    },
    /** Lets the user go without a question. */
    release: () => setLeft(true),
    left,
  };
}

export type EditorState = ReturnType<typeof useEditor>;
