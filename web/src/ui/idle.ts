/**
 * idle disables a button without taking its focus, because pressing another button may enable it
 * again.
 */
export const idle = (is: boolean) => ({ 'aria-disabled': is || undefined, 'data-disabled': is || undefined });
