/** A button that does nothing now but keeps the focus: it may be useful again with the next press of another one. */
export const idle = (is: boolean) => ({ 'aria-disabled': is || undefined, 'data-disabled': is || undefined });
