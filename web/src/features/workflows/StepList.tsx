import { Button, Stack } from '@mantine/core';
import { DragDropContext, Draggable, Droppable } from 'react-beautiful-dnd';
import type { Team } from '@/api/approvals';
import { newId } from '@/lib/newId';
import { Icon } from '@/ui';
import { type DraftStep, stepLimit } from './draft';
import { StepCard } from './StepCard';
import { type EditorState, fieldId } from './useEditor';
import classes from './workflows.module.css';

const liftWords =
  'Press Space to lift the step. While it is lifted, use the arrow keys to move it, Space to drop it and Escape to put it back. The buttons Move up and Move down do the same.';

const called = ({ name }: DraftStep, at: number) => name.trim() || `Step ${at + 1}`;

/** The steps in their order, which dragging and the buttons of a step change. */
export function StepList({ editor, team }: { editor: EditorState; team: Team }) {
  const { draft, change } = editor;
  const { steps, removed } = draft;
  const full = steps.length >= stepLimit;
  const nameAt = (at: number) => {
    const step = steps[at];
    return step ? called(step, at) : 'The step';
  };
  const place = (at: number) => `place ${at + 1} of ${steps.length}`;
  const move = (from: number, to: number, button: string) =>
    change({ type: 'move', from, to }, `${nameAt(from)} is at ${place(to)} now.`, button);
  const add = () => {
    const key = newId();
    change({ type: 'add', key }, 'A step is added at the end.', fieldId('name', key));
  };
  return (
    <Stack component="section" gap={8} aria-labelledby="workflow-steps">
      <h2 id="workflow-steps" className={classes.heading}>
        Steps
      </h2>
      <p className={classes.quiet}>A proof goes through them from top to bottom. One that fails ends the review.</p>
      <DragDropContext
        dragHandleUsageInstructions={liftWords}
        onDragStart={({ source }, { announce }) =>
          announce(`${nameAt(source.index)} is lifted at ${place(source.index)}.`)
        }
        onDragUpdate={({ destination }, { announce }) =>
          announce(destination ? `${place(destination.index)}.` : 'Not over the list of steps.')
        }
        onDragEnd={({ source, destination, reason }, { announce }) => {
          if (!destination || reason === 'CANCEL' || destination.index === source.index) {
            announce(`${nameAt(source.index)} is back at ${place(source.index)}.`);
            return;
          }
          announce(`${nameAt(source.index)} is dropped at ${place(destination.index)}.`);
          change({ type: 'move', from: source.index, to: destination.index });
        }}
      >
        <Droppable droppableId="steps">
          {({ innerRef, droppableProps, placeholder }) => (
            <ol ref={innerRef} {...droppableProps} className={classes.list}>
              {steps.map((step, at) => (
                <Draggable key={step.key} draggableId={step.key} index={at}>
                  {({ innerRef, draggableProps, dragHandleProps }, { isDragging }) => (
                    <li ref={innerRef} {...draggableProps} className={classes.item}>
                      <StepCard
                        step={step}
                        at={at}
                        count={steps.length}
                        full={full}
                        team={team}
                        editor={editor}
                        handle={dragHandleProps}
                        dragging={isDragging}
                        onMove={(to, button) => move(at, to, button)}
                      />
                    </li>
                  )}
                </Draggable>
              ))}
              {placeholder}
            </ol>
          )}
        </Droppable>
      </DragDropContext>
      {removed && (
        <p className={classes.removed} role="status">
          {called(removed.step, removed.at)} is removed.
          <Button
            id="workflow-undo"
            variant="default"
            size="compact-sm"
            disabled={full}
            onClick={() =>
              change(
                { type: 'putBack' },
                `${called(removed.step, removed.at)} is back.`,
                fieldId('name', removed.step.key),
              )
            }
          >
            Undo
          </Button>
        </p>
      )}
      <Button
        id={fieldId('steps')}
        variant="default"
        className={classes.add}
        leftSection={<Icon name="plus" size={16} />}
        disabled={full}
        onClick={add}
      >
        Add step
      </Button>
      {full && <p className={classes.quiet}>A workflow has at most {stepLimit} steps.</p>}
    </Stack>
  );
}
