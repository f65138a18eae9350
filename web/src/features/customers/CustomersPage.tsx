import { PageSkeleton } from '@/ui/PageSkeleton';

export default function CustomersPage() {
  return <PageSkeleton />;
}
