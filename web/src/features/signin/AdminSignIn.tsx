import { PageSkeleton } from '@/ui/PageSkeleton';

export default function AdminSignIn() {
  return <PageSkeleton />;
}
