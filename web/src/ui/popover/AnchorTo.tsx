import { type Ref, useLayoutEffect } from 'react';

type Props = { element: HTMLElement; ref?: Ref<HTMLElement>; id?: string };

/**
 * The target of a popover or menu that loads on demand. It represents an element rendered
 * elsewhere, which stays as it is.
 */
export function AnchorTo({ element, ref, id }: Props) {
  useLayoutEffect(() => {
    if (id) element.setAttribute('id', id);
    if (typeof ref !== 'function') return undefined;
    const undo = ref(element);
    return () => (typeof undo === 'function' ? undo() : void ref(null));
  }, [element, ref, id]);
  return null;
}
