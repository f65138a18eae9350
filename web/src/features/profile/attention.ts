/** What the shell asks of few users about their account, and the bar of an admin who acts as them. */
export { ImpersonationBar } from './ImpersonationBar';
export { ProfileGate } from './ProfileGate';
