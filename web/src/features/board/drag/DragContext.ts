import { createContext } from 'react';
import type * as dragAndDrop from './dragAndDrop';

/**
 * Drag and drop once it has loaded. The cards show before that, because the library is most of the
 * board's code.
 */
export const DragContext = createContext<typeof dragAndDrop | undefined>(undefined);
