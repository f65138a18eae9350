import type { WithBoardFilter } from './boardFilter';
import type { WithConnection } from './connection';
import type { WithOutbox } from './outboxState';
import type { WithPosition } from './position';
import type { WithSession } from './session';

/** The part of the store that the API's code reads. */
export type ApiState = WithSession & WithPosition & WithConnection & WithOutbox & WithBoardFilter;
