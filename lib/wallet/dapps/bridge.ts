import {
  answerOf,
  DappError,
  type DappMessage,
  type DappRequest,
  errorCode,
  eventOf,
  isSmall,
  type Protocol,
  readRequest,
  refusalOf,
} from './protocol';

/** Handles a method's parameters. @throws DappError with a reason for the DApp. Other errors aren't disclosed. */
export type Method = (params: unknown) => Promise<unknown>;
export type Methods = Readonly<Record<string, Method>>;

/** Maximum number of open requests. A DApp that loads many balances makes dozens. */
const MAX_OPEN = 100;
/** Maximum number of messages in a period, in ms. Further ones are dropped, because even refusals cost time. */
const MAX_MESSAGES = 600;
const PERIOD_MS = 10_000;

type BridgeOptions = {
  /** Returns the frame's window. */
  frame: () => Window | null;
  /** The only origin to receive from and respond to. */
  origin: string;
  methods: Readonly<Record<Protocol, Methods>>;
  /** Called for each valid request. */
  onRequest?: (protocol: Protocol) => void;
  /** Called after the bridge has closed itself, because a message was too large. */
  onTooLarge?: () => void;
};

/** Returns a function that counts a call of it, and returns whether it is within the limit of calls in a period of time. */
export function createMeter(most: number, periodMs: number): () => boolean {
  let start = 0;
  let count = 0;
  return () => {
    const now = Date.now();
    if (now - start > periodMs) {
      start = now;
      count = 0;
    }
    count += 1;
    return count <= most;
  };
}

/**
 * Responds to requests from a DApp's frame. Accepts only messages from the frame's own window at the DApp's origin,
 * and sends responses only to that origin. Closes itself at the first message that is too large, because reading a huge message
 * can take seconds. `close` closes it and drops pending responses. `emit` sends an event to a page that has used the provider.
 */
export function openBridge({ frame, origin, methods, onRequest, onTooLarge }: BridgeOptions): {
  close: () => void;
  emit: (event: string, value: unknown) => void;
} {
  const open = new Set<string>();
  const isWithinLimit = createMeter(MAX_MESSAGES, PERIOD_MS);
  let isClosed = false;

  let hasProvider = false;

  const answer = async (request: DappRequest): Promise<DappMessage> => {
    const { protocol, method, params } = request;
    const own = methods[protocol];
    const run = Object.hasOwn(own, method) ? own[method] : undefined;
    if (!run) {
      // By these words of nodes, ethers notices that filters aren't supported, and polls instead.
      const reason = `The method ${method} does not exist here`;
      return refusalOf(request, new DappError(reason, { code: errorCode.unsupported }));
    }
    try {
      return answerOf(request, await run(params));
    } catch (error) {
      // Hide other errors, because they can contain an RPC endpoint's key.
      return refusalOf(request, error instanceof DappError ? error : new DappError('The request failed'));
    }
  };
  const post = (message: DappMessage) => {
    if (!isClosed) frame()?.postMessage(message, origin);
  };

  const close = () => {
    isClosed = true;
    window.removeEventListener('message', onMessage);
  };
  const onMessage = (event: MessageEvent<unknown>) => {
    const { origin: sender, source } = event;
    if (source === null || source !== frame() || sender !== origin || !isWithinLimit()) return;
    // Browsers deserialize a message when its data is first read, so read it only after the checks above.
    const { data } = event;
    if (!isSmall(data)) {
      close();
      onTooLarge?.();
      return;
    }
    const request = readRequest(data);
    if (!request) return;
    const { protocol, id } = request;
    if (protocol === 'provider') hasProvider = true;
    onRequest?.(protocol);
    // The ID belongs to an open request. Clients would take a refusal as the response to that request.
    const key = `${protocol} ${id}`;
    if (open.has(key)) return;
    if (open.size >= MAX_OPEN) {
      post(refusalOf(request, new DappError('Too many open requests', { code: errorCode.limitExceeded })));
      return;
    }
    open.add(key);
    void answer(request).then((message) => {
      open.delete(key);
      post(message);
    });
  };
  window.addEventListener('message', onMessage);
  return {
    close,
    emit: (event, value) => {
      if (hasProvider) post(eventOf(event, value));
    },
  };
}
