/** A proof that cannot be made, with a reason for the user. */
export class CannotExport extends Error {}
