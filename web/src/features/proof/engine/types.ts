/**
 * The types of the markup engine. Points are shares of their page, 0..1 from the top left, so that
 * marks survive zoom.
 */

export const kinds = ['arrow', 'circle', 'rect', 'line'] as const;
export type Kind = (typeof kinds)[number];

export const tools = ['mouse', 'circle', 'arrow', 'rect', 'line'] as const;
export type Tool = (typeof tools)[number];

export const colors = ['green', 'red', 'blue', 'yellow', 'pink', 'purple'] as const;
export type Color = (typeof colors)[number];

export const defaults = { tool: 'circle', color: 'blue', strokeWidth: 5, pointer: 10, radius: 10 } as const;

/**
 * Attributes of a later version than this describe the newer canvas. The engine writes
 * `attrsVersion`.
 */
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
  /**
   * Set until the size has been read: it is copied from the first page. Nothing can be marked on
   * such a page.
   */
  readonly guessed?: true;
}

export interface Mark {
  readonly id: string;
  readonly kind: Kind;
  /** Counted from 1. */
  readonly page: number;
  /**
   * A circle has its centre; a rect two opposite corners, top left first; an arrow and a line two
   * or more points.
   */
  readonly points: readonly Point[];
  /** The radius of a circle as a share of the page's width; 0 for other kinds. */
  readonly radius: number;
  readonly color: string;
  readonly fill?: string;
  /** In page pixels. */
  readonly strokeWidth: number;
  readonly isUnsaved: boolean;
  /** Set for marks of the user: only its author moves a mark (BD-187). */
  readonly editable: boolean;
}

/** One mark before and after a change. It is null where the mark did not exist. */
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
      /** The index of the dragged point, or null for the whole mark. */
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
  /** The crosshair for users who work by keyboard. */
  readonly aim: Aim | null;
  readonly past: readonly (readonly Change[])[];
  readonly future: readonly (readonly Change[])[];
}

export type Event =
  | { type: 'tool'; tool: Tool }
  | { type: 'color'; color: Color }
  | { type: 'readOnly'; readOnly: boolean }
  | { type: 'pages'; pages: readonly Size[] }
  /** Another file or tab opens: it has no marks and nothing to undo. The tool stays selected. */
  | { type: 'reset' }
  /** The marks stored on the server. Unsaved marks stay, and so do those named in `held`. */
  | { type: 'loaded'; marks: readonly Mark[]; held?: ReadonlySet<string> }
  /**
   * `tolerance` widens the area that a press hits, in page pixels. `id` names the mark that a
   * drawing tool starts.
   */
  | { type: 'down'; page: number; at: Point; id: string; tolerance: number }
  /** Drags a mark by its pin, whatever the tool. */
  | { type: 'grab'; id: string; at: Point }
  | { type: 'move'; at: Point }
  | { type: 'up' }
  | { type: 'cancel' }
  | { type: 'select'; id: string | null }
  /** Deletes an unsaved mark. A saved one is only deleted with its topic. */
  | { type: 'delete'; id: string }
  /** The mark's tooltip was closed, which discards an unsaved mark (BD-269). */
  | { type: 'closed'; id: string }
  | { type: 'saved'; id: string; topicId: string }
  /** Restores a draft that was stored before a reload. */
  | { type: 'restored'; mark: Mark }
  /** Moves the selected mark, or the crosshair when none is selected, in page pixels. */
  | { type: 'nudge'; dx: number; dy: number }
  | { type: 'aim'; aim: Aim | null }
  /** Places a mark of the usual size at the crosshair. */
  | { type: 'place'; id: string }
  | { type: 'undo' }
  | { type: 'redo' };
