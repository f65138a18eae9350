/** The small pages that need no session. They are one chunk, for the reason of accountPages.ts. */
export { default as ConfirmEmail } from '@/features/entry/verification/ConfirmEmail';
export { default as EmailVerification } from '@/features/entry/verification/EmailVerification';
export { default as ForgotPassword } from '@/features/entry/password/ForgotPassword';
export { default as Invitation } from '@/features/entry/Invitation';
export { default as KnowBrowser } from '@/features/entry/KnowBrowser';
export { default as NotSupported } from '@/features/entry/NotSupported';
export { default as ResetPassword } from '@/features/entry/password/ResetPassword';
