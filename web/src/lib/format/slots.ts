/** Says that an account has as many active orders as it may have: `All 12 slots are taken`. */
export function slotsTaken(slots: number): string {
  if (slots === 0) return 'The account has no slot for active orders';
  return slots === 1 ? 'The only slot is taken' : `All ${slots} slots are taken`;
}
