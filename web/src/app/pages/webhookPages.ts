/** The pages about webhooks. They are one chunk, for the reason of accountPages.ts. */
export { default as Webhook } from '@/features/webhooks/WebhookPage';
export { default as Webhooks } from '@/features/webhooks/WebhooksPage';
