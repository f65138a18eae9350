import { PageSkeleton } from '@/ui/PageSkeleton';

export default function HistoryPage() {
  return <PageSkeleton />;
}
