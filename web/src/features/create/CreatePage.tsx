import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  type NewOrder,
  useActOnOrderMutation,
  useCreateOrderMutation,
  useCustomersQuery,
  useServicesQuery,
} from '@/api/generated';
import { useMe } from '@/api/hooks';
import { toastSuccess } from '@/orders/notify';
import { toastRefused } from '@/orders/useOrderCommands';
import { Icon } from '@/ui';
import { LongText } from '@/ui/LongText';
import { Page } from '@/ui/Page';
import { Panel } from '@/ui/Panel';
import { fromPlainText } from '@/ui/RichText';
import classes from './create.module.css';

const priorities: { value: NonNullable<NewOrder['priority']>; label: string }[] = [
  { value: 'normal', label: 'Normal' },
  { value: 'high', label: 'High' },
  { value: 'urgent', label: 'Urgent' },
];

type Fields = {
  name: string;
  service: string | null;
  customer: string | null;
  due: string;
  priority: NewOrder['priority'];
  brief: string;
};
const empty: Fields = { name: '', service: null, customer: null, due: '', priority: 'normal', brief: '' };

/** `2026-12-01` -> the end of that day here, as an instant. */
function endOfDay(day: string): string | undefined {
  return day ? new Date(`${day}T23:59:59`).toISOString() : undefined;
}

/** `/orders/new`: a draft to keep, or an order placed at once. */
export default function CreatePage() {
  const navigate = useNavigate();
  const me = useMe();
  const behalf = me !== undefined && me.role !== 'owner' && me.role !== 'staff';
  const services = useServicesQuery().data?.data ?? [];
  const customers = useCustomersQuery(undefined, { skip: !behalf }).data?.data ?? [];
  const [fields, setFields] = useState(empty);
  const [tried, setTried] = useState(false);
  const [create, creating] = useCreateOrderMutation();
  const [act, acting] = useActOnOrderMutation();
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change });
  const name = fields.name.trim();
  const missing = !name || (behalf && !fields.customer);
  const busy = creating.isLoading || acting.isLoading;

  const save = async (publish: boolean) => {
    setTried(true);
    if (missing || busy) return;
    const newOrder: NewOrder = {
      orderName: name,
      serviceId: fields.service ?? undefined,
      customerId: fields.customer ?? undefined,
      dueDate: endOfDay(fields.due),
      priority: fields.priority,
      brief: fromPlainText(fields.brief) || undefined,
    };
    try {
      const made = await create({ newOrder }).unwrap();
      const { orderId } = made.data;
      if (publish) {
        await act({ orderId, orderAction: { action: 'published' } })
          .unwrap()
          .then(({ message }) => toastSuccess(message))
          .catch(toastRefused);
      } else toastSuccess(made.message);
      await navigate(`/orders/detail/${orderId}`, { replace: true });
    } catch (error) {
      toastRefused(error);
    }
  };

  return (
    <Page narrow title="Create New Order" above={<Link to="/">Board</Link>}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(true);
        }}
      >
        <Panel label="Order">
          <div className={classes.fields}>
            <TextInput
              label="Order name"
              required
              maxLength={200}
              data-autofocus
              value={fields.name}
              error={tried && !name ? 'Required!' : undefined}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            {behalf && (
              <Select
                label="Customer"
                required
                searchable
                placeholder="Please choose"
                data={customers.map((customer) => ({ value: customer.id, label: customer.name }))}
                value={fields.customer}
                error={tried && !fields.customer ? 'Required!' : undefined}
                onChange={(customer) => set({ customer })}
              />
            )}
            <div className={classes.row}>
              <Select
                label="Service"
                placeholder="Please choose"
                searchable
                clearable
                clearButtonProps={{ 'aria-label': 'Choose no service' }}
                data={services.map((service) => ({ value: service.id, label: service.name }))}
                value={fields.service}
                onChange={(service) => set({ service })}
              />
              <TextInput
                label="Due date"
                type="date"
                value={fields.due}
                onChange={(event) => set({ due: event.currentTarget.value })}
              />
              <Select
                label="Priority"
                data={priorities}
                value={fields.priority}
                allowDeselect={false}
                onChange={(value) => set({ priority: priorities.find((p) => p.value === value)?.value })}
              />
            </div>
            <LongText
              label="Brief"
              description="What should be designed, for whom, and what must be on it."
              value={fields.brief}
              onChange={(brief) => set({ brief })}
            />
          </div>
        </Panel>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" disabled={busy} onClick={() => void save(false)}>
            Save as Draft
          </Button>
          <Button type="submit" loading={busy} leftSection={<Icon name="plus" size={16} />}>
            Create Order
          </Button>
        </Group>
      </form>
    </Page>
  );
}
