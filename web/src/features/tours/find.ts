/** Reports whether an element takes space on the page. A folded sidebar is left of it. */
function isShown(element: HTMLElement): boolean {
  const { width, height, right } = element.getBoundingClientRect();
  return width > 0 && height > 0 && right > 0 && element.checkVisibility({ visibilityProperty: true });
}

/** Returns the first element on the screen that a tour knows by this name. */
export function find(target: string): HTMLElement | undefined {
  return Array.from(document.querySelectorAll<HTMLElement>(`[data-tour="${target}"]`)).find(isShown);
}
