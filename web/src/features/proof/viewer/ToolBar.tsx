import { Tooltip } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '@/ui';
import { palette } from '../canvas/palette';
import { type Color, colors, type Tool, tools } from '../engine';
import { idle } from '@/ui/idle';
import type { Markup } from '../markup';
import { ToolIcon } from './ToolIcon';
import type { Viewer } from './useViewer';
import classes from './viewer.module.css';
import { ZoomControl } from './ZoomControl';

export const toolWords: Record<Tool, { label: string; key: string }> = {
  mouse: { label: 'Select and move', key: 'V' },
  circle: { label: 'Circle', key: 'C' },
  arrow: { label: 'Arrow', key: 'A' },
  rect: { label: 'Rectangle', key: 'R' },
  line: { label: 'Line', key: 'L' },
};

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The arrow keys select the next one, as in any group of radio buttons. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const by = steps[event.key];
  const group = event.currentTarget.closest('[role="radiogroup"]');
  const all = [...(group?.querySelectorAll<HTMLElement>('[role="radio"]:enabled') ?? [])];
  const at = all.indexOf(event.currentTarget);
  const next = by === undefined ? undefined : all[(at + by + all.length) % all.length];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

interface ChoiceProps {
  label: string;
  hint: string;
  checked: boolean;
  disabled: boolean;
  className: string | undefined;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ label, hint, checked, disabled, className, onChoose, children }: ChoiceProps) {
  return (
    <Tooltip label={`${label} (${hint})`}>
      <button
        type="button"
        role="radio"
        className={className}
        aria-checked={checked}
        tabIndex={checked ? 0 : -1}
        aria-label={label}
        disabled={disabled}
        onClick={onChoose}
        onKeyDown={onArrow}
      >
        {children}
      </button>
    </Tooltip>
  );
}

function History({ markup }: { markup: Markup }) {
  const { past, future, readOnly } = markup.state;
  const buttons = [
    { label: 'Undo', hint: 'Ctrl+Z', event: 'undo', off: past.length === 0 },
    { label: 'Redo', hint: 'Ctrl+Y', event: 'redo', off: future.length === 0 },
  ] as const;
  return (
    <div className={classes.group}>
      {buttons.map(({ label, hint, event, off }) => (
        <Tooltip key={label} label={`${label} (${hint})`}>
          <button
            type="button"
            className={classes.tool}
            aria-label={label}
            {...idle(off || readOnly)}
            onClick={() => off || markup.dispatch({ type: event })}
          >
            <ToolIcon name={event} />
          </button>
        </Tooltip>
      ))}
    </div>
  );
}

/** Rotates the page and searches its text. */
function ViewControl({ viewer, onFind }: { viewer: Viewer; onFind: (() => void) | undefined }) {
  return (
    <div className={classes.group}>
      <Tooltip label="Turn to the right (])">
        <button
          type="button"
          className={classes.tool}
          aria-label="Turn to the right"
          onClick={() => viewer.rotate('right')}
        >
          <ToolIcon name="turn" />
        </button>
      </Tooltip>
      {onFind && (
        <Tooltip label="Find in the file (Ctrl+F)">
          <button type="button" className={classes.tool} aria-label="Find in the file" onClick={onFind}>
            <Icon name="search" size={16} />
          </button>
        </Tooltip>
      )}
    </div>
  );
}

/**
 * The floating bar: tools, colours, undo and redo, zoom. Read-only proofs keep the mouse and the
 * zoom (BD-236).
 */
export function ToolBar({ markup, viewer, onFind }: { markup: Markup; viewer: Viewer; onFind?: () => void }) {
  const { state, dispatch } = markup;
  const setTool = (tool: Tool) => dispatch({ type: 'tool', tool });
  const setColor = (color: Color) => dispatch({ type: 'color', color });
  return (
    <div className={classes.bar} role="toolbar" aria-label="Markup and zoom">
      <div className={classes.group} role="radiogroup" aria-label="Tool">
        {tools.map((tool) => (
          <Choice
            key={tool}
            label={toolWords[tool].label}
            hint={toolWords[tool].key}
            checked={state.tool === tool}
            disabled={state.readOnly && tool !== 'mouse'}
            className={classes.tool}
            onChoose={() => setTool(tool)}
          >
            <ToolIcon name={tool} />
          </Choice>
        ))}
      </div>
      {!state.readOnly && (
        <>
          <div className={classes.group} role="radiogroup" aria-label="Colour">
            {colors.map((color, i) => (
              <Choice
                key={color}
                label={palette[color].label}
                hint={String(i + 1)}
                checked={state.color === color}
                disabled={false}
                className={classes.swatch}
                onChoose={() => setColor(color)}
              >
                <span style={{ background: palette[color].paint }} />
              </Choice>
            ))}
          </div>
          <History markup={markup} />
        </>
      )}
      {state.readOnly && (
        <div className={classes.group}>
          <Icon name="lock" size={15} />
        </div>
      )}
      <ViewControl viewer={viewer} onFind={onFind} />
      <ZoomControl viewer={viewer} />
    </div>
  );
}
