/** The attributes that driver.js sets on the element that it shows, and removes afterwards. */
const names = ['aria-haspopup', 'aria-expanded', 'aria-controls'];

/**
 * Protects the attributes of elements from driver.js. `note` an element before driver.js touches it;
 * `restore` gives the noted elements what they had. They say what a button opens, and on anything but
 * a button they would be wrong.
 */
export function keepAria() {
  const noted = new Map<Element, (string | null)[]>();
  return {
    note(element: Element) {
      if (!noted.has(element))
        noted.set(
          element,
          names.map((name) => element.getAttribute(name)),
        );
    },
    restore() {
      for (const [element, values] of noted) {
        names.forEach((name, index) => {
          const value = values[index];
          if (value) element.setAttribute(name, value);
          else element.removeAttribute(name);
        });
      }
    },
  };
}
