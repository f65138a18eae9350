/** What the server sends over the socket (D-35). */
export type LiveMessage = {
  event: string;
  data?: unknown;
  /** Log position the message belongs to. */
  position?: number;
  /** W3C traceparent of what caused it, if that is recorded (BY-016). */
  trace?: string;
};

/** Sends a message to the server; one that cannot leave now is dropped. */
export type Say = (event: string, data: object) => void;

type Options = {
  url: string;
  login: { userType: 'customer' | 'user'; token: string };
  onMessage: (message: LiveMessage) => void;
  /** `again` says that the connection was lost before: what happened meanwhile is unknown. `say` sends a message. */
  onOpen: (again: boolean, say: Say) => void;
  onClose: () => void;
};

const firstDelayMs = 500;
const longestDelayMs = 15_000;

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

/** The name of the marks that tie what a browser did to a trace of the server. */
export const appliedMark = 'proofboard.message-applied';

/** Tells a PerformanceObserver, as monitoring scripts have one, when a traced message was applied; nothing piles up. */
function mark({ event, position, trace }: LiveMessage): void {
  performance.mark(appliedMark, { detail: { event, position, trace } });
  performance.clearMarks(appliedMark);
}

/** Keeps a socket open, comes back with growing delays, and answers how to stop. */
export function connectRealtime({ url, login, onMessage, onOpen, onClose }: Options): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = firstDelayMs;
  let opened = false;
  let stopped = false;

  const open = () => {
    const mine = new WebSocket(url);
    socket = mine;
    mine.addEventListener('open', () => mine.send(JSON.stringify({ event: 'login', data: login })));
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
