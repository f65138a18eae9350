import { PageSkeleton } from '@/ui/PageSkeleton';

export default function ProofPage() {
  return <PageSkeleton />;
}
