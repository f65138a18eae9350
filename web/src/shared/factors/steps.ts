/** `onAdded` gets the recovery codes, which are shown only this once; none if they are not new. */
export type StepProps = { email: string; onAdded: (codes: string[]) => void };

/** The most characters in the name of a second factor. */
export const nameLimit = 100;
