import { PageSkeleton } from '@/ui/PageSkeleton';

export default function ListPage() {
  return <PageSkeleton />;
}
