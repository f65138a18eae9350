import { useSearchParams } from 'react-router';
import { customerClient } from '@/api/session/session';
import { SelectField } from '@/ui/fields/SelectField';
import { useSellers } from './useSeller';

/** Lets an admin choose whose plans and invoices show. Others see only those of their own client. */
export function SellerField({ clientId }: { clientId: string }) {
  const sellers = useSellers();
  const [params, setParams] = useSearchParams();
  if (sellers.length < 2) return null;
  return (
    <SelectField
      aria-label="Seller"
      w={220}
      searchable={sellers.length > 8}
      allowDeselect={false}
      data={sellers}
      value={clientId}
      onChange={(chosen) => {
        const next = new URLSearchParams(params);
        if (!chosen || chosen === customerClient) next.delete('clientId');
        else next.set('clientId', chosen);
        setParams(next, { replace: true });
      }}
    />
  );
}
