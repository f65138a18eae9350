import { PageSkeleton } from '@/ui/PageSkeleton';

export default function CreatePage() {
  return <PageSkeleton />;
}
