import { PageSkeleton } from '@/ui/PageSkeleton';

export default function SignOut() {
  return <PageSkeleton />;
}
