import { Button, Checkbox, Group, NumberInput, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type CatalogueCategory, type CataloguePackage, type CatalogueService } from '@/api/generated';
import { useSaveCategoryMutation, useSavePackageMutation, useSaveServiceMutation } from '@/api/desk';
import { plural } from '@/lib/format/text';
import { newId } from '@/lib/newId';
import { FormDialog } from '@/shared/form/FormDialog';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { SelectField } from '@/ui/fields/SelectField';
import classes from './catalogue.module.css';

type Common = { name: string; place: number; retired: boolean };
type Set<T> = (change: Partial<T>) => void;

const toHours = (seconds: number): number => Math.round(seconds / 36) / 100;
const toSeconds = (hours: string | number): number => Math.max(0, Math.round(Number(hours) * 3600) || 0);

type EntryDialogProps<T extends Common> = {
  title: string;
  value: T;
  set: Set<T>;
  busy: boolean;
  complete?: boolean;
  onSave: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
};

/** The fields that all entries have: a name, a place, and whether they are offered. */
function EntryDialog<T extends Common>({ title, ...form }: EntryDialogProps<T>) {
  return (
    <FormDialog opened onClose={form.onClose} title={title}>
      <EntryForm {...form} />
    </FormDialog>
  );
}

function EntryForm<T extends Common>({
  value,
  set,
  busy,
  complete = true,
  onSave,
  onClose,
  children,
}: Omit<EntryDialogProps<T>, 'title'>) {
  const [start] = useState(value);
  useDialogGuard(JSON.stringify(value) !== JSON.stringify(start));
  const [tried, setTried] = useState(false);
  const change = (part: Partial<Common>) => set(part as Partial<T>);
  const named = value.name.trim() !== '';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!named || !complete || busy) return;
        onSave()
          .then(() => {
            toastSuccess(`${value.name.trim()} is saved`);
            onClose();
          })
          .catch(toastError);
      }}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={100}
        value={value.name}
        error={tried && !named ? 'Required!' : undefined}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {children}
      <NumberInput
        mt="sm"
        label="Place in the list"
        min={0}
        max={100_000}
        allowDecimal={false}
        value={value.place}
        onChange={(place) => change({ place: Number(place) || 0 })}
      />
      <Checkbox
        mt="md"
        label="Retired"
        description="It is not on offer any more. Orders that have it keep it."
        checked={value.retired}
        onChange={(event) => change({ retired: event.currentTarget.checked })}
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save
        </Button>
      </Group>
    </form>
  );
}

/** Returns the entry being edited: an existing one, or a new one with a new id. */
function useEntry<T extends { id: string }>(entry: T | undefined, fresh: Omit<T, 'id'>): [T, Set<T>] {
  const [value, setValue] = useState<T>(() => entry ?? ({ ...fresh, id: newId() } as T));
  return [value, (change) => setValue({ ...value, ...change })];
}

/**
 * Returns the part of an entry that is sent. Its id is in the address, and the affected customers
 * cannot be set.
 */
function entryOf<T extends { id: string; customers?: unknown }>({ id: _id, customers: _customers, ...entry }: T) {
  return entry;
}

/**
 * Says whom a change of a package affects: its customers' orders show the new name, but their
 * limits are agreed separately.
 */
function Affected({ customers: { total, names } }: { customers: NonNullable<CataloguePackage['customers']> }) {
  if (total === 0) return <p className={classes.affected}>No customer has this package: a change affects nobody.</p>;
  const more = total - names.length;
  return (
    <p className={classes.affected} role="note">
      {plural(total, 'customer has', 'customers have')} this package:{' '}
      {[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')}. A new name shows with each of them at once and on
      orders they create from then on. Hours and active orders apply to customers who get the package later: theirs stay
      as agreed.
    </p>
  );
}

export function CategoryDialog({ entry, onClose }: { entry?: CatalogueCategory; onClose: () => void }) {
  const [value, set] = useEntry(entry, { name: '', place: 0, retired: false });
  const [save, { isLoading }] = useSaveCategoryMutation();
  return (
    <EntryDialog
      title={entry ? 'Edit category' : 'Add category'}
      value={value}
      set={set}
      busy={isLoading}
      onSave={() => save({ entryId: value.id, categoryEntry: entryOf(value) }).unwrap()}
      onClose={onClose}
    />
  );
}

type ServiceDialogProps = { entry?: CatalogueService; categories: CatalogueCategory[]; onClose: () => void };

export function ServiceDialog({ entry, categories, onClose }: ServiceDialogProps) {
  const first = categories.find(({ retired }) => !retired)?.id ?? '';
  const blank = { name: '', categoryId: first, promisedStart: 0, allocated: 0, place: 0, retired: false };
  const [value, set] = useEntry(entry, blank);
  const [save, { isLoading }] = useSaveServiceMutation();
  return (
    <EntryDialog
      title={entry ? 'Edit service' : 'Add service'}
      value={value}
      set={set}
      busy={isLoading}
      complete={value.categoryId !== ''}
      onSave={() => save({ entryId: value.id, serviceEntry: entryOf(value) }).unwrap()}
      onClose={onClose}
    >
      <SelectField
        mt="sm"
        label="Category"
        required
        allowDeselect={false}
        data={categories.map(({ id, name }) => ({ value: id, label: name }))}
        value={value.categoryId}
        error={value.categoryId === '' ? 'Add a category first.' : undefined}
        onChange={(categoryId) => set({ categoryId: categoryId ?? value.categoryId })}
      />
      <Hours
        label="Work begins within"
        description="Hours from placing the order; 0 for no promise."
        seconds={value.promisedStart}
        onChange={(promisedStart) => set({ promisedStart })}
      />
      <Hours
        label="Allocated hours"
        description="Working time for an order of this service; 0 for none."
        seconds={value.allocated}
        onChange={(allocated) => set({ allocated })}
      />
    </EntryDialog>
  );
}

export function PackageDialog({ entry, onClose }: { entry?: CataloguePackage; onClose: () => void }) {
  const blank = { name: '', allocated: -1, maximumActiveOrder: -1, place: 0, retired: false };
  const [value, set] = useEntry(entry, blank);
  const [save, { isLoading }] = useSavePackageMutation();
  return (
    <EntryDialog
      title={entry ? 'Edit package' : 'Add package'}
      value={value}
      set={set}
      busy={isLoading}
      onSave={() => save({ entryId: value.id, packageEntry: entryOf(value) }).unwrap()}
      onClose={onClose}
    >
      {entry?.customers && <Affected customers={entry.customers} />}
      <Checkbox
        mt="sm"
        label="Unlimited hours"
        checked={value.allocated < 0}
        onChange={(event) => set({ allocated: event.currentTarget.checked ? -1 : 0 })}
      />
      {value.allocated >= 0 && (
        <Hours
          label="Allocated hours"
          description="Working time in a cycle."
          seconds={value.allocated}
          onChange={(allocated) => set({ allocated })}
        />
      )}
      <Checkbox
        mt="sm"
        label="Unlimited active orders"
        checked={value.maximumActiveOrder < 0}
        onChange={(event) => set({ maximumActiveOrder: event.currentTarget.checked ? -1 : 1 })}
      />
      {value.maximumActiveOrder >= 0 && (
        <NumberInput
          mt="sm"
          label="Active orders"
          min={0}
          max={1000}
          allowDecimal={false}
          value={value.maximumActiveOrder}
          onChange={(maximum) => set({ maximumActiveOrder: Number(maximum) || 0 })}
        />
      )}
    </EntryDialog>
  );
}

type HoursProps = { label: string; description: string; seconds: number; onChange: (seconds: number) => void };

function Hours({ label, description, seconds, onChange }: HoursProps) {
  return (
    <NumberInput
      mt="sm"
      label={label}
      description={description}
      min={0}
      max={8760}
      decimalScale={2}
      value={toHours(seconds)}
      onChange={(hours) => onChange(toSeconds(hours))}
    />
  );
}
