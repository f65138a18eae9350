import type { Meanwhile } from '@/api/generated';

export type FakeRequest = { method: string; path: string; query: URLSearchParams; headers: Headers; body: string };
export type FakeAnswer = { status?: number; json: unknown; headers?: Record<string, string> };

export function ok(data: unknown): FakeAnswer {
  return { json: { success: true, message: '', data } };
}

export function refused(
  status: number,
  reason: string,
  message: string,
  refusal?: unknown,
  meanwhile?: Meanwhile,
): FakeAnswer {
  return {
    status,
    json: {
      success: false,
      message,
      messages: [],
      error: { reason, requestId: 'req-1' },
      data: refusal || meanwhile ? { refusal, meanwhile } : undefined,
    },
  };
}
