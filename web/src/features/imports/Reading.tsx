import { Group } from '@mantine/core';
import { useState } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import {
  type CsvColumn,
  type CsvDates,
  type CsvEncoding,
  type CsvLayout,
  type CsvReading,
  type ImportField,
  useCheckImportMutation,
} from '@/api/imports';
import { dayText } from '@/lib/format/dates';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { SelectField } from '@/ui/fields/SelectField';
import { dateOrders, encodings, fieldLabel } from './words';
import classes from './imports.module.css';

const leaveOut = 'leave-out';
type Choice = ImportField | typeof leaveOut;
type Fields = Partial<Record<number, ImportField>>;

/** Returns the fields by the numbers of their columns. */
const fieldsOf = (columns: { number: number; field?: ImportField }[]): Fields =>
  Object.fromEntries(columns.map(({ number, field }) => [number, field]));

/** How a CSV file was read: its encoding, its dates, and which column is what. */
export function Reading({ importId, csv }: { importId: string; csv: CsvLayout }) {
  const [check, checking] = useCheckImportMutation();
  const [changes, setChanges] = useState<Omit<CsvReading, 'columns'>>({});
  const [fields, setFields] = useState(() => fieldsOf(csv.columns));
  const moved = csv.columns.some(({ number, field }) => fields[number] !== field);
  const changed = moved || Object.keys(changes).length > 0;
  const taken = Object.values(fields);
  const missing = csv.fields.filter(({ name, required }) => required && !taken.includes(name));

  /** Gives a column its field, and takes it from the column that had it. */
  const choose = (number: number, choice: Choice) =>
    setFields((all) => {
      const others = Object.entries(all).filter(([, field]) => field !== choice);
      return { ...Object.fromEntries(others), [number]: choice === leaveOut ? undefined : choice };
    });
  const again = () => {
    const columns = csv.columns.flatMap(({ number }) => {
      const field = fields[number];
      return field ? [{ number, field }] : [];
    });
    const reading: CsvReading = { ...csv.chosen, ...changes, ...(moved && { columns }) };
    void check({ importId, importChoices: { reading } });
  };
  const choices: { value: Choice; label: string }[] = [
    { value: leaveOut, label: 'Leave out' },
    ...csv.fields.map(({ name, required }) => ({
      value: name,
      label: required ? `${fieldLabel(name)} (needed)` : fieldLabel(name),
    })),
  ];
  return (
    <Panel title="How the file is read">
      <div className={classes.form}>
        <SelectField<CsvEncoding>
          label="Encoding"
          data={encodings}
          value={changes.encoding ?? csv.encoding}
          allowDeselect={false}
          onChange={(encoding) => encoding && setChanges((all) => ({ ...all, encoding }))}
        />
        {csv.dates && (
          <SelectField<CsvDates>
            label="Dates"
            data={dateOrders}
            value={changes.dates ?? csv.dates}
            allowDeselect={false}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={changes.dates ? undefined : dateExample(csv)}
            onChange={(dates) => dates && setChanges((all) => ({ ...all, dates }))}
          />
        )}
      </div>
      {csv.columns.length > 0 && (
        <>
          <p className={classes.about}>Say what each column is. Change what was guessed wrong.</p>
          <ul className={classes.lists} aria-label="Columns of the file">
            {csv.columns
              .filter(({ name, samples }) => name || samples.length > 0)
              .map((column) => (
                <li key={column.number}>
                  <Column column={column} />
                  <SelectField<Choice>
                    aria-label={`What ${columnName(column)} is`}
                    data={choices}
                    value={fields[column.number] ?? leaveOut}
                    allowDeselect={false}
                    onChange={(choice) => choice && choose(column.number, choice)}
                  />
                </li>
              ))}
          </ul>
        </>
      )}
      {missing.length > 0 && csv.columns.length > 0 && (
        <p className={classes.failure}>
          Still needed: {missing.map(({ name }) => fieldLabel(name)).join(', ')}. Choose a column for it.
        </p>
      )}
      {checking.error && (
        <p className={classes.failure} role="alert">
          {sentence(apiError(checking.error))}
        </p>
      )}
      {changed && (
        <Group gap={8} align="stretch" mt={14}>
          <BusyButton variant="default" busy={checking.isLoading} onClick={again}>
            Check again
          </BusyButton>
        </Group>
      )}
    </Panel>
  );
}

const columnName = ({ name, number }: CsvColumn): string => name || `Column ${number}`;

function Column({ column }: { column: CsvColumn }) {
  return (
    <span className={classes.list}>
      <strong>{columnName(column)}</strong>
      <span className={classes.quiet}>{column.samples.join(' · ') || 'Empty'}</span>
    </span>
  );
}

/** Says how a date of the file was read, so that a wrong guess shows. */
function dateExample({ dateText, dateRead }: CsvLayout): string | undefined {
  if (!dateText) return undefined;
  return dateRead ? `${dateText} is read as ${dayText(dateRead)}` : `${dateText} cannot be read like this`;
}
