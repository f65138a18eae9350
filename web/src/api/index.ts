/** What features use of the API: generated calls and types, errors in words, hooks, live messages. */
export * from './generated';
export { type CertificateFormat, useCertificateFileMutation } from './certificate';
export { type ApiError, apiError, details, genericError, sentence } from './envelope';
export { useAbility, useApiDispatch, useApiSelector, useMe, useSession } from './hooks';
export { onLive } from './live';
