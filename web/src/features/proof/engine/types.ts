/** The markup engine's words. Points are shares of their page, 0..1 from the top left, so that marks survive zoom. */

export const kinds = ['arrow', 'circle', 'rect', 'line'] as const;
export type Kind = (typeof kinds)[number];

export const tools = ['mouse', 'circle', 'arrow', 'rect', 'line'] as const;
export type Tool = (typeof tools)[number];

export const colors = ['green', 'red', 'blue', 'yellow', 'pink', 'purple'] as const;
export type Color = (typeof colors)[number];

export const defaults = { tool: 'circle', color: 'blue', strokeWidth: 5, pointer: 10, radius: 10 } as const;

/** Attributes newer than this describe the newer canvas; the engine writes `attrsVersion`. */
export const oldAttrsVersion = 0.1;
export const attrsVersion = 0.2;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A page's size in page pixels: image pixels, or PDF points times 96/72. */
export interface Size {
  readonly width: number;
  readonly height: number;
  /** Not looked up yet: taken from the first page. Nothing is marked on such a page. */
  readonly guessed?: true;
}

export interface Mark {
  readonly id: string;
  readonly kind: Kind;
  /** Counted from 1. */
  readonly page: number;
  /** circle: its centre; rect: two opposite corners, top left first; arrow and line: two or more points. */
  readonly points: readonly Point[];
  /** Of a circle, as a share of the page's width; 0 for the others. */
  readonly radius: number;
  readonly color: string;
  readonly fill?: string;
  /** In page pixels. */
  readonly strokeWidth: number;
  readonly isUnsaved: boolean;
  /** Only its author moves a mark (BD-187). */
  readonly editable: boolean;
}

/** One mark before and after; null where it did not exist. */
export interface Change {
  readonly id: string;
  readonly before: Mark | null;
  readonly after: Mark | null;
}

export type Gesture =
  | { readonly type: 'draw'; readonly mark: Mark }
  | {
      readonly type: 'drag';
      readonly id: string;
      /** The point being dragged, or null for the whole mark. */
      readonly handle: number | null;
      readonly from: Point;
      readonly before: Mark;
    };

export interface Aim {
  readonly page: number;
  readonly at: Point;
}

export interface State {
  readonly tool: Tool;
  readonly color: Color;
  readonly readOnly: boolean;
  readonly pages: readonly Size[];
  readonly marks: readonly Mark[];
  readonly selected: string | null;
  readonly gesture: Gesture | null;
  /** The crosshair of somebody who works by keyboard. */
  readonly aim: Aim | null;
  readonly past: readonly (readonly Change[])[];
  readonly future: readonly (readonly Change[])[];
}

export type Event =
  | { type: 'tool'; tool: Tool }
  | { type: 'color'; color: Color }
  | { type: 'readOnly'; readOnly: boolean }
  | { type: 'pages'; pages: readonly Size[] }
  /** Another file or tab is shown: no marks, nothing to undo. The tool stays in hand. */
  | { type: 'reset' }
  /** What the server holds; unsaved marks stay, and so do those named in `held`. */
  | { type: 'loaded'; marks: readonly Mark[]; held?: ReadonlySet<string> }
  /** `tolerance` in page pixels widens what a press hits; `id` names the mark a drawing tool starts. */
  | { type: 'down'; page: number; at: Point; id: string; tolerance: number }
  /** Takes one mark by its pin, whatever the tool. */
  | { type: 'grab'; id: string; at: Point }
  | { type: 'move'; at: Point }
  | { type: 'up' }
  | { type: 'cancel' }
  | { type: 'select'; id: string | null }
  /** Takes an unsaved mark away; a saved one goes with its topic only. */
  | { type: 'delete'; id: string }
  /** The mark's tooltip was closed: an unsaved mark is discarded (BD-269). */
  | { type: 'closed'; id: string }
  | { type: 'saved'; id: string; topicId: string }
  /** A draft kept from before a reload comes back. */
  | { type: 'restored'; mark: Mark }
  /** In page pixels: moves the selected mark, or the crosshair when none is selected. */
  | { type: 'nudge'; dx: number; dy: number }
  | { type: 'aim'; aim: Aim | null }
  /** Places a mark of a usual size at the crosshair. */
  | { type: 'place'; id: string }
  | { type: 'undo' }
  | { type: 'redo' };
