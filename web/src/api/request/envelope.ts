import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { humanize } from '@/lib/format/text';
import type { Meanwhile, Refused, Refusal } from '../generated';

/** The title and text of an error without detail (SH-003, BD-435). */
export const genericError = {
  title: 'Ooops!',
  message: 'Error encountered while processing. Please try again later or contact the product admin.',
};

/** The text of an error in the store (SH-005). */
export const storeError = 'Error encountered, please contact admin';

export type ApiError = {
  status: number | 'network';
  title: string;
  message: string;
  messages: string[];
  /** A stable reason such as `order.move_not_allowed`; empty when the server gave none. */
  reason: string;
  /** The OAuth2 error name of the token calls, such as `invalid_grant`. */
  name: string;
  requestId: string;
  reauth: boolean;
  refusal?: Refusal;
  /** What others did since the version that the call expected. */
  meanwhile?: Meanwhile;
};

function isRefused(data: unknown): data is Partial<Refused> {
  return typeof data === 'object' && data !== null && 'success' in data;
}

function isFetchError(error: unknown): error is FetchBaseQueryError {
  return typeof error === 'object' && error !== null && 'status' in error;
}

/** Converts any error of a call to one form (SH-003, SH-004). */
export function apiError(error: unknown): ApiError {
  const status = isFetchError(error) && typeof error.status === 'number' ? error.status : 'network';
  const data = isFetchError(error) && isRefused(error.data) ? error.data : undefined;
  const messages = data?.messages?.filter((line) => line !== data.message) ?? [];
  const custom = data?.message;
  return {
    status,
    title: custom ?? genericError.title,
    message: custom ? (messages[0] ?? '') : genericError.message,
    messages: custom ? messages : [],
    reason: data?.error?.reason ?? '',
    name: data?.error?.name ?? '',
    requestId: data?.error?.requestId ?? '',
    reauth: data?.reauth === true,
    refusal: data?.data?.refusal,
    meanwhile: data?.data?.meanwhile,
  };
}

/** Returns an error as one sentence. */
export function sentence(error: ApiError): string {
  return error.title === genericError.title ? error.message : error.title;
}

/** Returns the details that 'Copy details' copies for support. */
export function details(error: ApiError): string | undefined {
  if (!error.reason && !error.requestId) return undefined;
  return [
    `reason ${error.reason || 'unknown'}`,
    error.requestId && `request ${error.requestId}`,
    `status ${error.status}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns a rule's name for people, when the server's message lacks it. */
export const ruleInWords = humanize;
