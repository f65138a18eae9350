import { driver, type PopoverDOM } from 'driver.js';
import 'driver.js/dist/driver.css';
import { focusHeading, isFocusLost } from '@/ui/page/usePageFocus';
import { find } from './find';
import { keepAria } from './keepAria';
import classes from './runner.module.css';
import type { Step, Tour } from './tour';

/** How a tour ended: finished or skipped, with its page, or before it began because nothing was there. */
export type End = 'over' | 'left' | 'nothing';

/** The part of a tour that is walked. */
export type Walk = Pick<Tour, 'steps' | 'opens' | 'side'>;

/** How long a tour waits in ms: for its page, and then for what loads with it. */
const patience = { page: 5000, rest: 1000 };
const lookMs = 40;

/** Waits until `holds` returns true. It gives up after `most` ms, or when the page is left. */
async function until(holds: () => boolean, most: number, left: AbortSignal): Promise<void> {
  const end = performance.now() + most;
  while (!holds() && !left.aborted && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

const isShown = ({ target }: Step): boolean => find(target) !== undefined;
const noDialog = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') === null;

/**
 * Walks the user through a tour, as far as its targets are on the screen. The focus stays in the
 * tour. Afterwards focus and page are where they were.
 */
export async function runTour({ steps, opens, side }: Walk, left: AbortSignal): Promise<End> {
  await until(noDialog, patience.page, left);
  const place = document.activeElement;
  const { scrollX, scrollY } = window;
  if (opens && !steps.some(isShown)) {
    await until(() => find(opens.by) !== undefined, patience.page, left);
    find(opens.by)?.click();
  }
  await until(() => steps.some(isShown), patience.page, left);
  await until(() => steps.every(isShown), patience.rest, left);
  const shown = steps.filter(isShown);
  const end = left.aborted ? 'left' : shown.length > 0 ? await walk(shown, side, left) : 'nothing';
  if (opens && steps.some(isShown)) find(opens.closedBy)?.click();
  if (end === 'over') window.scrollTo(scrollX, scrollY);
  if (place instanceof HTMLElement && place.isConnected) place.focus();
  if (isFocusLost()) focusHeading(document.getElementById('content'));
  return end;
}

function walk(steps: Step[], side: Tour['side'], left: AbortSignal): Promise<End> {
  return new Promise((resolve) => {
    const aria = keepAria();
    let popover: PopoverDOM | undefined;
    // A menu or dialog that has just opened takes the focus late.
    const holdFocus = ({ target }: FocusEvent) => {
      if (popover && target instanceof Node && !popover.wrapper.contains(target)) popover.nextButton.focus();
    };
    const end = (how: End) => {
      left.removeEventListener('abort', onLeft);
      document.removeEventListener('focusin', holdFocus);
      tour.destroy();
      aria.restore();
      resolve(how);
    };
    const onLeft = () => end('left');
    const tour = driver({
      steps: steps.map(({ target, title, text }, index) => ({
        // The types do not know that an element may be missing.
        element: (() => find(target)) as () => Element,
        popover: {
          title: `<h2>${title}</h2>`,
          description: text,
          side,
          showButtons: index === 0 ? ['next', 'close'] : undefined,
        },
      })),
      // A next step during its animation would confuse driver.js. The popover fades in by its own style.
      animate: false,
      overlayOpacity: 0.55,
      stagePadding: 6,
      stageRadius: 8,
      popoverClass: classes.popover,
      showProgress: true,
      progressText: 'Step {{current}} of {{total}}',
      prevBtnText: 'Back',
      skipMissingElement: true,
      disableActiveInteraction: true,
      overlayClickBehavior: () => {}, // A slip must not end the tour.
      onPopoverRender: (rendered) => {
        popover = rendered;
        dress(rendered);
      },
      onHighlightStarted: (element) => element && aria.note(element),
      onHighlighted: aria.restore,
      onDestroyStarted: () => end('over'),
    });
    left.addEventListener('abort', onLeft);
    document.addEventListener('focusin', holdFocus);
    tour.drive();
  });
}

/** Makes a popover of driver.js a dialog that people can use with the keyboard and a screen reader. */
function dress({ wrapper, title, footer, progress, nextButton, previousButton, closeButton }: PopoverDOM): void {
  progress.id = 'tour-progress';
  wrapper.setAttribute('aria-modal', 'true');
  wrapper.setAttribute('aria-labelledby', `${progress.id} ${title.id}`);
  // They are a header and a footer, which outside of a section are those of the whole page.
  for (const one of [title, footer]) one.setAttribute('role', 'presentation');
  closeButton.setAttribute('aria-label', 'Skip this tour');
  // The dialog or menu that the tour shows stays open: Escape and clicks in here are not for it.
  for (const one of [wrapper, nextButton, previousButton, closeButton]) {
    one.setAttribute('data-mantine-stop-propagation', 'true');
  }
  for (const kind of ['mousedown', 'touchstart']) wrapper.addEventListener(kind, (event) => event.stopPropagation());
  // driver.js gives the focus to the first button right after this.
  queueMicrotask(() => nextButton.focus());
}
