import { PageSkeleton } from '@/ui/PageSkeleton';

export default function OrderPage() {
  return <PageSkeleton />;
}
