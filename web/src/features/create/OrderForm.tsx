import { Button, Stack, TextInput } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type CatalogueCategory,
  type CatalogueService,
  useActOnOrderMutation,
  useCustomersQuery,
} from '@/api/generated';
import { useMe } from '@/api/hooks';
import { duration } from '@/lib/format/duration';
import { linksIn, linksLimit } from '@/lib/links';
import { toastSuccess } from '@/shared/command/notify';
import { DetailField } from '@/shared/form/DetailField';
import { usePlacing } from '@/shared/payg/usePlacing';
import { toastRefused } from '@/shared/command/refusal';
import { FullSlots } from '@/shared/slots/FullSlots';
import { detailNames } from '@/shared/view/details';
import { Icon, useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { DateField } from '@/ui/fields/DateField';
import { LongText } from '@/ui/content/LongText';
import { Panel } from '@/ui/page/Panel';
import { StickyFoot } from '@/ui/page/StickyFoot';
import { RichField } from '@/ui/fields/RichField';
import { SelectField } from '@/ui/fields/SelectField';
import classes from './create.module.css';
import { type Fields, ordersForOthers } from './draft';
import { PaidByTheHour } from './PaidByTheHour';
import { Supplied } from './Supplied';
import { type DraftState, useDraft } from './useDraft';

const words: Record<DraftState, string> = {
  new: 'Saved as a draft as you type',
  waiting: 'Saving…',
  saving: 'Saving…',
  saved: 'Saved as a draft',
  failed: 'Not saved',
};

/** Returns the terms of a service in words. */
export function termsOf({ promisedStart, allocated }: Pick<CatalogueService, 'promisedStart' | 'allocated'>): string {
  return [
    promisedStart > 0 && `Work begins within ${duration(promisedStart)}`,
    allocated > 0 && `${duration(allocated)} of work are allocated`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const noServices = 'There are no services to choose yet: say in the brief what you need.';

type Props = {
  initial: Fields;
  orderId?: string;
  services: CatalogueService[];
  categories: CatalogueCategory[];
  onCreated: (orderId: string) => void;
};

/** The order form: a draft that saves itself, and the button that creates the order. */
export function OrderForm({ initial, orderId: known, services, categories, onCreated }: Props) {
  const navigate = useNavigate();
  const me = useMe();
  const behalf = me !== undefined && ordersForOthers(me);
  const customers = useCustomersQuery({}, { skip: !behalf }).data?.data ?? [];
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    // The focus makes a screen reader read the first invalid field.
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const [act, acting] = useActOnOrderMutation();
  const placing = usePlacing();
  const ready = useCallback((now: Fields) => known !== undefined || !behalf || now.customer !== null, [behalf, known]);
  const { fields, set, flush, orderId, state } = useDraft({
    initial,
    orderId: known,
    ready,
    onCreated,
    onFailed: toastRefused,
  });
  const named = fields.name.trim() !== '';
  const placed = orderId !== undefined || !behalf || fields.customer !== null;
  const { wrong } = linksIn(fields.references);
  const service = services.find(({ id }) => id === fields.service);

  const publish = async () => {
    setTried(true);
    if (acting.isLoading) return;
    if (!named || !placed || wrong.length > 0) {
      setRefusals(refusals + 1);
      return;
    }
    const id = await flush(true);
    if (!id) return;
    try {
      const answer = await placing(id, () => act({ orderId: id, orderAction: { action: 'published' } }).unwrap());
      if (!answer) return;
      toastSuccess(answer.message);
      await navigate(`/orders/detail/${id}`, { replace: true });
    } catch (error) {
      toastRefused(error);
    }
  };

  const saveDraft = async () => {
    const id = await flush(true);
    if (id) await navigate(`/orders/detail/${id}`);
    else setTried(true);
  };
  useShortcuts([
    { what: 'Create Order', icon: 'plus', group: 'New order', run: () => void publish() },
    { what: 'Save as Draft', icon: 'file', group: 'New order', run: () => void saveDraft() },
  ]);

  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void publish();
      }}
    >
      {(orderId || !behalf) && <FullSlots orderId={orderId} />}
      <Panel label="Order">
        <Stack gap={16} pt={8}>
          {behalf && !known && (
            <SelectField
              label="Customer"
              wrapperProps={{ 'data-tour': 'order-customer' }}
              required
              searchable
              disabled={orderId !== undefined}
              data={customers.map((customer) => ({ value: customer.id, label: customer.name }))}
              value={fields.customer}
              error={tried && !placed ? 'Required!' : undefined}
              onChange={(chosen) =>
                set({ customer: chosen, payg: customers.find(({ id }) => id === chosen)?.payg === true })
              }
            />
          )}
          <div className={classes.two} data-tour="order-service">
            <SelectField
              label="Service category"
              wrapperProps={{ 'data-tour': 'service-category' }}
              placeholder="All categories"
              clearable
              clearButtonProps={{ 'aria-label': 'Show all categories' }}
              data={categories.map(({ id, name }) => ({ value: id, label: name }))}
              value={fields.category}
              onChange={(category) => set({ category })}
            />
            <SelectField
              label="Service"
              wrapperProps={{ 'data-tour': 'service' }}
              searchable
              allowDeselect={false}
              description={service ? termsOf(service) : services.length === 0 && noServices}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={services
                .filter(
                  ({ id, categoryId }) => !fields.category || categoryId === fields.category || id === fields.service,
                )
                .map(({ id, name }) => ({ value: id, label: name }))}
              value={fields.service}
              onChange={(chosen) =>
                set({
                  service: chosen,
                  category: services.find(({ id }) => id === chosen)?.categoryId ?? fields.category,
                })
              }
            />
          </div>
          <TextInput
            label="Order name"
            wrapperProps={{ 'data-tour': 'order-name' }}
            required
            maxLength={200}
            data-autofocus
            value={fields.name}
            error={tried && !named ? 'Required!' : undefined}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <RichField
            label="Brief"
            tour="order-brief"
            description="What should be designed, for whom, and what must be on it."
            initial={initial.brief}
            onChange={(brief) => set({ brief })}
          />
          <div className={classes.two} data-tour="order-due">
            <DateField label="Due date" value={fields.due} onChange={(due) => set({ due })} />
            {detailNames.map((name) => (
              <DetailField key={name} name={name} of={fields} onChange={set} />
            ))}
          </div>
          <LongText
            label="References"
            wrapperProps={{ 'data-tour': 'order-references' }}
            description="Links to what it should look like, one a line."
            placeholder="https://"
            limit={linksLimit}
            value={fields.references}
            error={wrong.length > 0 && `Not Valid: ${wrong.slice(0, 3).join(', ')}`}
            onChange={(references) => set({ references })}
          />
          {fields.payg && <PaidByTheHour own={!behalf} />}
        </Stack>
      </Panel>
      <Supplied orderId={orderId} draft={() => flush(true)} />
      <StickyFoot>
        <p role="status" className={classes.saved} data-state={state}>
          {words[state]}
        </p>
        {state === 'failed' && (
          <Button variant="subtle" size="compact-sm" onClick={() => void flush(true)}>
            Try again
          </Button>
        )}
        <Button variant="default" data-tour="order-draft" onClick={() => void saveDraft()}>
          Save as Draft
        </Button>
        <BusyButton
          type="submit"
          busy={acting.isLoading}
          data-tour="order-create"
          leftSection={<Icon name="plus" size={16} />}
        >
          Create Order
        </BusyButton>
      </StickyFoot>
    </form>
  );
}
