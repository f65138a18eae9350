import { useEffect } from 'react';
import { onStepUp } from '@/api/session/stepUp';

/** Asks for the second factor when the server wants it again. Few people have one, so it is loaded then. */
export function useStepUp(): void {
  useEffect(() => onStepUp(async () => (await import('@/shared/factors/askFactor')).askFactor()), []);
}
