/**
 * A ref callback that focuses an element that the user just requested, such as a field that
 * replaces a text.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
