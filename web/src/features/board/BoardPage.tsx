import { PageSkeleton } from '@/ui/PageSkeleton';

export default function BoardPage() {
  return <PageSkeleton />;
}
