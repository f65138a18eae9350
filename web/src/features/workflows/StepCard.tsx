import { ActionIcon, Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import type { DraggableProvidedDragHandleProps } from 'react-beautiful-dnd';
import type { Team } from '@/api/approvals';
import { newId } from '@/lib/newId';
import { Icon, Tip } from '@/ui';
import { ApproversField } from './ApproversField';
import { type DraftStep, nameLimit } from './draft';
import { SpanField } from './SpanField';
import { type EditorState, fieldId } from './useEditor';
import classes from './workflows.module.css';

type Props = {
  step: DraftStep;
  /** Its place, from 0, among `count` steps. */
  at: number;
  count: number;
  /** Whether there is no room for another step. */
  full: boolean;
  team: Team;
  editor: EditorState;
  /** What makes an element the handle by which the step is dragged. */
  handle: DraggableProvidedDragHandleProps | null;
  dragging: boolean;
  /** Moves it to another place. `button` is the id of the button that was pressed. */
  onMove: (to: number, button: string) => void;
};

/** One step of the workflow in the editor. */
export function StepCard({ step, at, count, full, team, editor, handle, dragging, onMove }: Props) {
  const { key } = step;
  const number = at + 1;
  const { shown, touch } = editor;
  const change = (changed: Partial<DraftStep>) => editor.change({ type: 'step', key, changed });
  const moves = [
    { words: 'up', icon: 'chevronUp', to: at - 1, possible: at > 0 },
    { words: 'down', icon: 'chevronDown', to: at + 1, possible: number < count },
  ] as const;
  return (
    <section className={classes.step} data-dragging={dragging || undefined} aria-label={`Step ${number}`}>
      <header className={classes.head}>
        <span {...handle} className={classes.grip} aria-label={`Drag step ${number}`} />
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <h3>Step {number}</h3>
        <span className={classes.moves}>
          {moves.map(({ words, icon, to, possible }) => (
            <Tip key={words} label={`Move ${words}`}>
              <ActionIcon
                id={fieldId(words, key)}
                variant="subtle"
                color="gray"
                aria-label={`Move step ${number} ${words}`}
                aria-disabled={!possible || undefined}
                data-disabled={!possible || undefined}
                onClick={() => possible && onMove(to, fieldId(words, key))}
              >
                <Icon name={icon} size={16} />
              </ActionIcon>
            </Tip>
          ))}
        </span>
      </header>
      <div className={classes.fields}>
        <TextInput
          id={fieldId('name', key)}
          label="Name"
          required
          placeholder="For instance Brand, Legal, Owner"
          autoComplete="off"
          maxLength={nameLimit}
          value={step.name}
          error={shown('name', key)}
          onChange={(event) => change({ name: event.currentTarget.value })}
          onBlur={() => touch('name', key)}
        />
        <ApproversField
          id={fieldId('approvers', key)}
          team={team}
          value={step.approvers}
          error={shown('approvers', key)}
          onChange={(approvers) => change({ approvers })}
          onBlur={() => touch('approvers', key)}
        />
        <RuleField step={step} error={shown('quorum', key)} onChange={change} onBlur={() => touch('quorum', key)} />
        <div className={classes.spans}>
          <SpanField
            id={fieldId('due', key)}
            label="Due after"
            description="From when the step begins. Empty for never."
            value={step.due}
            error={shown('due', key)}
            onChange={(due) => change({ due })}
            onBlur={() => touch('due', key)}
          />
          <SpanField
            id={fieldId('reminder', key)}
            label="Reminder before that"
            description="To those who have not decided. Empty for none."
            value={step.reminder}
            error={shown('reminder', key)}
            onChange={(reminder) => change({ reminder })}
            onBlur={() => touch('reminder', key)}
          />
        </div>
      </div>
      <Group component="footer" gap={4} align="stretch" justify="flex-end" wrap="nowrap" pt={4} pb={10} px={10}>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={full}
          aria-label={`Duplicate step ${number}`}
          onClick={() => {
            const copy = newId();
            editor.change(
              { type: 'duplicate', key, copy },
              `Step ${number} is duplicated below it.`,
              fieldId('name', copy),
            );
          }}
        >
          Duplicate
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Remove step ${number}`}
          onClick={() => editor.change({ type: 'remove', key }, '', 'workflow-undo')}
        >
          Remove
        </Button>
      </Group>
    </section>
  );
}

const rules: { value: DraftStep['rule']; label: string }[] = [
  { value: 'any', label: 'Any of them' },
  { value: 'all', label: 'All of them' },
  { value: 'quorum', label: 'A number' },
];

type RuleProps = {
  step: DraftStep;
  error?: string;
  onChange: (changed: Partial<DraftStep>) => void;
  onBlur: () => void;
};

/** How many of the approvers have to approve. */
function RuleField({ step: { key, rule, quorum, approvers }, error, onChange, onBlur }: RuleProps) {
  return (
    <div className={classes.rule}>
      <div>
        <span className={classes.label} id={fieldId('rule', key)}>
          Who has to approve
        </span>
        <SegmentedControl<DraftStep['rule']>
          fullWidth
          aria-labelledby={fieldId('rule', key)}
          data={rules}
          value={rule}
          onChange={(chosen) => onChange({ rule: chosen })}
        />
      </div>
      {rule === 'quorum' && (
        <TextInput
          id={fieldId('quorum', key)}
          label="Approvals needed"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          rightSection={<span className={classes.of}>of {approvers.length}</span>}
          rightSectionWidth={52}
          value={quorum}
          error={error}
          onChange={(event) => onChange({ quorum: event.currentTarget.value })}
          onBlur={onBlur}
        />
      )}
    </div>
  );
}
