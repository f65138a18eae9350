// docs/generate writes this file from api/openapi.yaml.

/** The scope of the CSRF token of writes to a path and below it. The first path counts that fits; {} is any part. */
export const csrfScopes = [
  ['archived-order-filters', 'filter'],
  ['billing/payment-methods', 'customer-payment-method'],
  ['billing', 'customer-transaction'],
  ['cart', 'cart'],
  ['catalogue', 'customer-package'],
  ['clients', 'reseller-customer'],
  ['customers', 'reseller-customer'],
  ['filters', 'filter'],
  ['invitation-limit', 'reseller-customer'],
  ['order/{}/attachment/{}/request-review', 'card'],
  ['order/{}/attachment/{}/settings', 'card'],
  ['order/{}/attachment/{}/step', 'card'],
  ['order/{}/attachment', 'card-annotation'],
  ['order/{}/conversation', 'card-annotation'],
  ['order', 'card'],
  ['package', 'customer-package'],
  ['payg', 'cart'],
  ['people', 'customer-team-member'],
  ['plans', 'customer-package'],
  ['retail', 'cart'],
  ['sellers', 'customer-package'],
  ['upload', 'upload'],
  ['workflow-choice', 'customer-team-member'],
  ['workflows', 'customer-team-member'],
  ['', 'profile'],
] as const;

/** What the numbers of orders and invoices of a client may begin with. */
export const numberPrefixPattern = /^[A-Za-z]{2,5}$/;
