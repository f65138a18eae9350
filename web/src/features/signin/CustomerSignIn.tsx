import { PageSkeleton } from '@/ui/PageSkeleton';

export default function CustomerSignIn() {
  return <PageSkeleton />;
}
