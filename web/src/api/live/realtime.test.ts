import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appliedMark, connectRealtime, type LiveMessage } from './realtime';

/** A socket whose messages the test sends. */
class SpokenSocket extends EventTarget {
  static last: SpokenSocket;
  constructor(readonly url: string) {
    super();
    SpokenSocket.last = this;
  }
  send(): void {}
  close(): void {}
  say(message: LiveMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

beforeEach(() => vi.stubGlobal('WebSocket', SpokenSocket));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('applying a traced message creates a performance mark, applying others does not (BY-016)', () => {
  const steps: string[] = [];
  const marks = vi.spyOn(performance, 'mark').mockImplementation((name, options) => {
    steps.push('marked');
    return { name, detail: options?.detail } as PerformanceMark;
  });
  const stop = connectRealtime({
    url: 'ws://proofs.test',
    login: { userType: 'user', token: 't' },
    onMessage: ({ event }) => steps.push(event),
    onOpen: () => undefined,
    onClose: () => undefined,
  });
  SpokenSocket.last.say({ event: 'reload-order', position: 7 });
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  SpokenSocket.last.say({ event: 'reload-order', position: 8, trace });
  expect(steps).toEqual(['reload-order', 'reload-order', 'marked']);
  expect(marks.mock.calls).toEqual([[appliedMark, { detail: { event: 'reload-order', position: 8, trace } }]]);
  expect(performance.getEntriesByName(appliedMark)).toEqual([]);
  stop();
});

test('the first login says how long the page has been loading, and a later one does not (D-35)', () => {
  vi.useFakeTimers();
  const age = vi.spyOn(performance, 'now').mockReturnValue(1234.5);
  const stop = connectRealtime({
    url: 'ws://proofs.test',
    login: { userType: 'user', token: 't' },
    onMessage: () => undefined,
    onOpen: () => undefined,
    onClose: () => undefined,
  });
  const logins: unknown[] = [];
  const connects = () => {
    const send = (text: string) => logins.push((JSON.parse(text) as { data: unknown }).data);
    Object.assign(SpokenSocket.last, { send });
    SpokenSocket.last.dispatchEvent(new Event('open'));
    SpokenSocket.last.say({ event: 'login' });
  };
  connects();
  SpokenSocket.last.dispatchEvent(new Event('close'));
  vi.runAllTimers();
  connects();
  stop();
  expect(logins).toEqual([
    { userType: 'user', token: 't', age: 1235 },
    { userType: 'user', token: 't' },
  ]);
  age.mockReturnValue(90_000);
  const stopOther = connectRealtime({
    url: 'ws://proofs.test',
    login: { userType: 'user', token: 't' },
    onMessage: () => undefined,
    onOpen: () => undefined,
    onClose: () => undefined,
  });
  connects();
  stopOther();
  expect(logins.at(-1)).toMatchObject({ age: 30_000 });
  vi.useRealTimers();
});
