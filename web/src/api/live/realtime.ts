/** A message from the server over the socket (D-35). */
export type LiveMessage = {
  event: string;
  data?: unknown;
  /** The log position of the message. */
  position?: number;
  /** The W3C traceparent of the cause, if it was traced (BY-016). */
  trace?: string;
};

/** Sends a message to the server. A message that cannot be sent now is dropped. */
export type Say = (event: string, data: object) => void;

type Options = {
  url: string;
  login: { userType: 'customer' | 'user'; token: string };
  onMessage: (message: LiveMessage) => void;
  /**
   * `again` is set after a lost connection: the changes made meanwhile are unknown. `say` sends a
   * message.
   */
  onOpen: (again: boolean, say: Say) => void;
  onClose: () => void;
};

const firstDelayMs = 500;
const longestDelayMs = 15_000;
/** The server remembers changes for so long. */
const longestAgeMs = 30_000;

function parse(text: unknown): LiveMessage | null {
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('event' in value) || typeof value.event !== 'string')
      return null;
    return value as LiveMessage;
  } catch {
    return null;
  }
}

/** The name of the performance marks that connect the browser's work to a trace of the server. */
export const appliedMark = 'proofboard.message-applied';

/**
 * Reports to a PerformanceObserver, such as that of a monitoring script, when a traced message was
 * applied. The mark is removed at once, so that marks do not accumulate.
 */
function mark({ event, position, trace }: LiveMessage): void {
  performance.mark(appliedMark, { detail: { event, position, trace } });
  performance.clearMarks(appliedMark);
}

/** Keeps a socket open and reconnects with growing delays. The returned function closes it. */
export function connectRealtime({ url, login, onMessage, onOpen, onClose }: Options): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = firstDelayMs;
  let opened = false;
  let stopped = false;

  const open = () => {
    const mine = new WebSocket(url);
    socket = mine;
    mine.addEventListener('open', () => {
      // What the page has read until now may have changed before it could be told. After a lost connection it reads
      // everything again.
      const data = opened ? login : { ...login, age: Math.round(Math.min(performance.now(), longestAgeMs)) };
      mine.send(JSON.stringify({ event: 'login', data }));
    });
    mine.addEventListener('message', ({ data }) => {
      const message = parse(data);
      if (!message || stopped) return;
      if (message.event === 'login') {
        delay = firstDelayMs;
        onOpen(opened, (event, said) => {
          if (mine.readyState === WebSocket.OPEN) mine.send(JSON.stringify({ event, data: said }));
        });
        opened = true;
      }
      onMessage(message);
      if (typeof message.trace === 'string') mark(message);
    });
    mine.addEventListener('close', () => {
      if (stopped) return;
      onClose();
      timer = setTimeout(open, delay * (0.75 + Math.random() / 2));
      delay = Math.min(delay * 2, longestDelayMs);
    });
  };

  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}
