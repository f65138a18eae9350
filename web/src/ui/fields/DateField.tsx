import { ActionIcon, Group, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import classes from '../date/field.module.css';
import { type Reading, readDay, readMoment, shown, textLimit } from '../date/read';
import { useDialogGuard } from '../dialog/closeGuard';
import { Icon } from '../icons';
import { toastNotLoaded } from '../toast/notLoaded';

const calendar = onDemand(() => import('../date/Calendar'));

type FieldProps = Omit<
  TextInputProps,
  'value' | 'defaultValue' | 'onChange' | 'error' | 'type' | 'rightSection' | 'min' | 'max'
> & {
  value: string;
  /** Called with a whole date while it is typed, and with every other one once the field is left. */
  onChange: (value: string) => void;
  error?: string | false;
  /** The first and the last value that can be chosen. */
  min?: string;
  max?: string;
};

/** A day, typed or picked from a calendar. Its value is `2026-12-25`, empty for none. */
export function DateField(props: FieldProps) {
  return (
    <Field
      placeholder="e.g. 25 Dec 2026"
      {...props}
      read={(text) => readDay(text, new Date().getFullYear())}
      isWhole={(text) => /\d{4}/.test(text)}
      onDay={(day) => day}
    />
  );
}

type MomentProps = FieldProps & {
  /** The time of a day that is chosen without one. */
  time?: string;
  seconds?: boolean;
};

/** A day with its time, as in `DateField`. Its value is `2026-12-25T14:05` in the user's time zone. */
export function DateTimeField({ time = '00:00', seconds, ...props }: MomentProps) {
  return (
    <Field
      placeholder="e.g. 25 Dec 2026 14:05"
      {...props}
      read={(text) => readMoment(text, new Date().getFullYear(), time, seconds)}
      isWhole={(text) => /\d{4}.*:/.test(text)}
      onDay={(day) => `${day}T${props.value.split('T')[1] ?? time}`}
    />
  );
}

type Kind = {
  read: (text: string) => Reading;
  /** Reports whether a text that can be read needs nothing more, such as its year. */
  isWhole: (text: string) => boolean;
  /** Returns the value for a day of the calendar. */
  onDay: (day: string) => string;
};

/** Returns why a value is outside of the limits. Values sort as text. */
function outside(value: string, min?: string, max?: string): string | undefined {
  if (min && value < min) return `Choose ${shown(min)} or later.`;
  return max && value > max ? `Choose ${shown(max)} or earlier.` : undefined;
}

function Field({ read, isWhole, onDay, value, onChange, min, max, required, error, ...rest }: FieldProps & Kind) {
  const { onBlur, onKeyDown, disabled, readOnly, ...more } = rest;
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<Element>(null); // The field or its button, which opened the calendar.
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [left, setLeft] = useState(false);
  const [open, setOpen] = useState(false);
  const [known, setKnown] = useState(value);
  const loaded = useOnDemand(calendar, open, toastNotLoaded);
  const name = typeof more.label === 'string' ? more.label : (more['aria-label'] ?? 'Date');

  const forget = () => {
    setTyped(null);
    setProblem(undefined);
  };
  if (value !== known) {
    setKnown(value);
    // The value was changed elsewhere.
    if (typed !== null && read(typed).value !== value) forget();
  }
  // Text that is no date yet, or has no year yet. A dialog asks about it, so Escape leaves it there.
  const guarded = useDialogGuard(typed !== null && (typed.trim() ? read(typed).value : '') !== value);
  useNoSubmit(input, problem !== undefined);

  const take = (next: string) => {
    if (next !== value) onChange(next);
  };
  const type = (text: string) => {
    setTyped(text);
    setProblem(undefined);
    const { value: whole } = read(text);
    if (whole && isWhole(text) && !outside(whole, min, max)) take(whole);
  };
  /** Takes what was typed. Text that is no date stays, with the reason beside it. */
  const settle = () => {
    if (typed === null) return;
    const reading = typed.trim() ? read(typed) : { value: '' };
    const wrong = reading.problem ?? (reading.value && outside(reading.value, min, max));
    if (wrong) {
      setProblem(wrong);
      return;
    }
    forget();
    take(reading.value ?? '');
  };
  const show = () => {
    if (disabled || readOnly) return;
    opener.current = document.activeElement;
    settle();
    setOpen(true);
  };
  const pick = (day: string) => {
    const next = onDay(day);
    const text = shown(next);
    flushSync(() => {
      setOpen(false);
      setProblem(undefined);
      setTyped(text);
      take(next);
    });
    input.current?.focus();
    // The time is what is typed next.
    input.current?.setSelectionRange(next === day ? text.length : shown(day).length + 1, text.length);
  };
  const onCalendarKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setOpen(false);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') settle();
    if (event.key === 'Escape' && !guarded) forget();
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault();
      show();
    }
    onKeyDown?.(event);
  };

  const empty = typed === null ? value === '' : typed === '';
  const missing = required && left && empty ? 'Required!' : undefined;
  const buttons = !disabled && !readOnly && (
    <Group gap={0} wrap="nowrap">
      {!empty && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          tabIndex={-1} // The keyboard empties the field by deleting its text.
          aria-label={`Clear ${name}`}
          onClick={() => {
            forget();
            take('');
            input.current?.focus();
          }}
        >
          <Icon name="close" size={13} />
        </ActionIcon>
      )}
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Calendar of ${name}`}
          onClick={() => (open ? setOpen(false) : show())}
        >
          <Icon name="calendar" size={15} />
        </ActionIcon>
      </Popover.Target>
    </Group>
  );

  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus closeOnEscape={false}>
      <TextInput
        {...more}
        ref={input}
        className={classes.field}
        autoComplete="off"
        spellCheck={false}
        maxLength={textLimit}
        required={required}
        disabled={disabled}
        readOnly={readOnly}
        value={typed ?? shown(value)}
        error={problem ?? (error || missing)}
        errorProps={{ role: 'alert' }}
        rightSection={buttons}
        rightSectionWidth={empty ? 30 : 54}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={(event) => {
          setLeft(true);
          settle();
          onBlur?.(event);
        }}
        onKeyDown={onKey}
      />
      <Popover.Dropdown p="xs" onKeyDown={onCalendarKey} data-mantine-stop-propagation="true">
        {loaded ? (
          <loaded.Calendar day={value.slice(0, 10)} min={min?.slice(0, 10)} max={max?.slice(0, 10)} onPick={pick} />
        ) : (
          <Skeleton className={classes.waiting} role="status" aria-label="Loading the calendar" />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Keeps the form of a field from being sent while its text cannot be read, and shows the field. */
function useNoSubmit(input: { current: HTMLInputElement | null }, refused: boolean): void {
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    if (!refused || !form) return undefined;
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      field.focus();
    };
    form.addEventListener('submit', refuse, true);
    return () => form.removeEventListener('submit', refuse, true);
  }, [input, refused]);
}
