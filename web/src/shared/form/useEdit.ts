import { type Order, type OrderDetails, useUpdateOrderMutation } from '@/api/generated';
import { toastSuccess } from '@/shared/command/notify';
import { toastRefused } from '@/shared/command/refusal';

/**
 * Changes some details of an order. The server merges fields, so changes of other users to other
 * fields stay.
 */
export function useEdit({ id }: Pick<Order, 'id'>) {
  const [update, { isLoading }] = useUpdateOrderMutation();
  const save = async (orderDetails: OrderDetails): Promise<boolean> => {
    try {
      const { message } = await update({ orderId: id, orderDetails }).unwrap();
      toastSuccess(message);
      return true;
    } catch (error) {
      toastRefused(error);
      return false;
    }
  };
  return { save, saving: isLoading };
}
