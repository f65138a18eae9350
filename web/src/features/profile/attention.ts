/** What the shell says about the account of a user: what it asks of them, and how long it lasts. Few users need this code. */
export { DeletionBanner } from './DeletionBanner';
export { ImpersonationBar } from './ImpersonationBar';
export { ProfileGate } from './ProfileGate';
export { VerifyBanner } from './VerifyBanner';
