import { createContext } from 'react';

/** Opens the facts, for a command that shows something beside one of them. */
export const RevealContext = createContext(() => {});
