/**
 * Asks for the second factor again. Resolves to whether the user gave it. The app says how: this folder
 * knows no dialogs.
 */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Says how the user is asked. Returns a function that ends that. */
export function onStepUp(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

/** Asks the user once, however many calls wait for it (D-80). */
export function stepUp(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false))
    .catch(() => false)
    .finally(() => {
      asking = null;
    });
  return asking;
}
