import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { apiError, sentence } from '@/api/request/envelope';
import { useCatalogueQuery, useCustomersQuery, useOrderQuery } from '@/api/generated';
import { useMe, useSession } from '@/api/hooks';
import { useSlotsQuery } from '@/api/shell';
import { viewOf } from '@/api/session/session';
import { ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import classes from './create.module.css';
import { empty, type Fields, fieldsOf, ordersForOthers, retiredOf } from './draft';
import { OrderForm } from './OrderForm';

/**
 * The page of `/orders/new` and `/orders/clone/:orderId`. `?draft=` names a draft to continue,
 * `?customer=` the customer of the new order. `payg` in the state of the address says that the order is
 * paid by the hour (BD-410), as every order of an account with such a plan is.
 */
export default function CreatePage() {
  const { orderId: original } = useParams();
  const [search, setSearch] = useSearchParams();
  // The draft that this form created. The form has newer data than the server.
  const [made, setMade] = useState<string>();
  const draft = search.get('draft') ?? undefined;
  const resumed = draft && draft !== made ? draft : undefined;
  const from = resumed ?? original;
  const me = useMe();
  const session = useSession();
  const fromCustomers = me?.isClientType && viewOf(me, session) === 'client';
  const state = useLocation().state as { payg?: boolean } | null;
  const customerId = search.get('customer');
  const customers = useCustomersQuery({}, { skip: !customerId });
  const catalogue = useCatalogueQuery({});
  const slots = useSlotsQuery({}, { skip: !me || ordersForOthers(me) });
  const source = useOrderQuery({ orderId: from ?? '' }, { skip: !from });
  const failed = catalogue.error ?? source.error;
  const order = from ? source.data?.data.order : undefined;

  if (resumed && order && (order.status !== 'draft' || !order.can.editDetails)) {
    return <Navigate to={`/orders/detail/${resumed}`} replace />;
  }
  // Whether the order is paid by the hour is known once the customers are, and slots show above the form.
  const waits = customers.isLoading || slots.isLoading;
  const ready = me && catalogue.data && !waits && (!from || order) ? catalogue.data.data : undefined;
  const retired = ready && order && retiredOf(order, ready.services);
  const begin = (): Fields => {
    const fields = order && ready ? fieldsOf(order, ready.services) : { ...empty, customer: customerId };
    const service = retired && !resumed ? null : fields.service;
    if (me && !ordersForOthers(me)) return { ...fields, service, payg: state?.payg === true || me.isPayg === true };
    const customer = customers.data?.data.find(({ id }) => id === fields.customer);
    return { ...fields, service, payg: resumed ? fields.payg : customer?.payg === true };
  };
  return (
    <Page
      narrow
      title={original ? 'Clone Order' : 'Create New Order'}
      above={<Link to="/">{fromCustomers ? 'Customers' : 'Board'}</Link>}
    >
      {failed && !ready && (
        <ErrorState
          message={sentence(apiError(failed))}
          onRetry={() => void (catalogue.error ? catalogue.refetch() : source.refetch())}
        />
      )}
      {!failed && !ready && <Skeleton height={520} radius={10} aria-label="Loading the form" role="status" />}
      {ready && !resumed && order && (
        <p className={classes.from}>
          A new draft with the details of{' '}
          <Link to={`/orders/detail/${order.id}`}>
            {order.orderId} {order.orderName}
          </Link>
          . Its files stay with it.
          {retired && ` ‘${retired.name}’ is not offered any more: please choose another service.`}
        </p>
      )}
      {ready && (
        <OrderForm
          key={from ?? 'new'}
          initial={begin()}
          orderId={resumed}
          services={retired && resumed ? [...ready.services, retired] : ready.services}
          categories={ready.categories}
          onCreated={(id) => {
            setMade(id);
            setSearch({ draft: id }, { replace: true, state });
          }}
        />
      )}
    </Page>
  );
}
