/** The pages on which an account begins. They are one chunk, for the reason of accountPages.ts. */
export { default as Setup } from '@/features/setup/SetupPage';
export { default as SignUp } from '@/features/entry/signup/SignUp';
