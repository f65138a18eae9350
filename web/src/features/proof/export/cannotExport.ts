/** A proof that cannot be made, with a reason for the person who wanted it. */
export class CannotExport extends Error {}
