import {
  type PaymentMethod,
  useChangePaymentMethodMutation,
  useDeletePaymentMethodMutation,
} from '@/api/billing/payment';
import { cardName } from '@/shared/payment/words';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm } from '@/ui';

/** Says what happens to invoices once a card is not charged any more. */
export function afterwards(method: PaymentMethod, methods: PaymentMethod[]): string {
  const others = methods.filter(({ active, id }) => active && id !== method.id);
  const [oldest] = others;
  if (!oldest) return 'No active card is left then. Invoices are not charged until you add or activate one.';
  const charged = others.find(({ isDefault }) => isDefault);
  return charged
    ? `Invoices are still charged to ${cardName(charged)}.`
    : `Invoices are charged to ${cardName(oldest)} then.`;
}

/** Returns what can be done with a payment method, and whether something is being done. */
export function useMethodActions(method: PaymentMethod, methods: PaymentMethod[]) {
  const [change, changing] = useChangePaymentMethodMutation();
  const [deleteMethod, deleting] = useDeletePaymentMethodMutation();
  const { id: methodId } = method;
  const name = cardName(method);

  const done = (sent: Promise<{ message: string }>) =>
    sent.then(({ message }) => toastSuccess(message)).catch(toastError);
  const put = (to: 'make-default' | 'deactivate' | 'activate') =>
    done(change({ methodId, paymentMethodChange: { change: to } }).unwrap());

  const deactivate = async () => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: `Deactivate ${name}?`,
      message: `It is not charged any more. ${afterwards(method, methods)}`,
      accept: 'Deactivate',
    });
    if (agreed) await put('deactivate');
  };
  const remove = async () => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: `Delete ${name}?`,
      message: 'The card is removed from your account. To use it again, you have to enter it again.',
      accept: 'Delete',
      danger: true,
    });
    if (agreed) await done(deleteMethod({ methodId }).unwrap());
  };
  return {
    busy: changing.isLoading || deleting.isLoading,
    makeDefault: () => void put('make-default'),
    activate: () => void put('activate'),
    deactivate: () => void deactivate(),
    remove: () => void remove(),
  };
}
