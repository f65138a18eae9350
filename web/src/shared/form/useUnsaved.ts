import { useState } from 'react';
import { useLeaveGuard } from './useLeaveGuard';

/**
 * Asks before the page is left while a form differs from what is stored. What was sent counts as
 * stored, unless it failed. Returns the function to call with what is sent.
 */
export function useUnsaved<Values>(now: Values, stored: Values, failed: boolean): (sent: Values) => void {
  const [sent, setSent] = useState<Values>();
  const differs = (other: Values | undefined) => JSON.stringify(now) !== JSON.stringify(other);
  useLeaveGuard(differs(stored) && (failed || differs(sent)));
  return (values) => setSent(values);
}
