import type { Viewer } from './pages';

/** One stop of a tour. Titles and texts are plain text without markup. */
export type Step = {
  /** The `data-tour` attribute of the element that it shows. */
  target: string;
  title: string;
  text: string;
  /** Whose tour has the step. Without it everybody's has. */
  for?: (viewer: Viewer) => boolean;
};

/** A tour: what it is called, what it shows, and its steps. */
export type Tour = {
  title: string;
  /** Ends the sentence 'A short tour shows …'. */
  shows: string;
  /** The button that opens what the steps show, and the one that closes it again. */
  opens?: { by: string; closedBy: string };
  /** Where the texts stand if there is room. Otherwise they are below what they are about. */
  side?: 'left';
  steps: Step[];
};
