import { type Plan, useCreatePlanMutation, useRevisePlanMutation } from '@/api/billing/billing';
import { FormDialog } from '@/shared/form/FormDialog';
import { toastSuccess } from '@/shared/command/notify';
import { offerOf } from './draft';
import { PlanForm } from './PlanForm';

type Props = { clientId: string; plan?: Plan; onClose: () => void };

/** The form of a new plan, or of the next edition of one (D-53). */
export function PlanDialog({ clientId, plan, onClose }: Props) {
  const [create, creating] = useCreatePlanMutation();
  const [revise, revising] = useRevisePlanMutation();
  const { isLoading, error } = plan ? revising : creating;
  return (
    <FormDialog opened onClose={onClose} size={680} title={plan ? `Edit ${plan.offer.name}` : 'New plan'}>
      <PlanForm
        plan={plan}
        busy={isLoading}
        error={error}
        onCancel={onClose}
        onSave={async (draft) => {
          const planOffer = offerOf(draft, plan?.offer);
          const { data } = plan ? await revise({ planId: plan.id, planOffer }) : await create({ clientId, planOffer });
          if (!data) return;
          toastSuccess(data.message);
          onClose();
        }}
      />
    </FormDialog>
  );
}
