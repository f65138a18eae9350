import { PageSkeleton } from '@/ui/PageSkeleton';

export default function ForgotPassword() {
  return <PageSkeleton />;
}
