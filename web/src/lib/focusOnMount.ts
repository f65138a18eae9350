/** A ref that focuses what one has just asked for: a field that opens in place of a text. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
