import type { WithBoardFilter } from './board/boardFilter';
import type { WithConnection } from './request/connection';
import type { WithOutbox } from './outbox/outboxState';
import type { WithPosition } from './request/position';
import type { WithSession } from './session/session';

/** The part of the store that the API's code reads. */
export type ApiState = WithSession & WithPosition & WithConnection & WithOutbox & WithBoardFilter;
