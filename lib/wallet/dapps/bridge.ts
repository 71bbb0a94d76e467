import { answerOf, type DappAnswer, DappError, isSmall, refusalOf, requestEnvelope } from './protocol';

/** Handles a method's parameters. @throws DappError with a reason for the DApp. Other errors aren't disclosed. */
export type Method = (params: unknown) => Promise<unknown>;

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
  methods: Readonly<Record<string, Method>>;
  /** Called for each valid request. */
  onRequest?: () => void;
  /** Called after the bridge has closed itself, because a message was too large. */
  onTooLarge?: () => void;
};

/** Returns a function that counts a message and returns whether it is within the limit. */
function createMeter() {
  let start = 0;
  let count = 0;
  return () => {
    const now = Date.now();
    if (now - start > PERIOD_MS) {
      start = now;
      count = 0;
    }
    count += 1;
    return count <= MAX_MESSAGES;
  };
}

/**
 * Responds to requests from a DApp's frame. Accepts only messages from the frame's own window at the DApp's origin,
 * and sends responses only to that origin. Closes itself at the first message that is too large, because reading a huge message
 * can take seconds. Returns a function that closes the bridge and drops pending responses.
 */
export function openBridge({ frame, origin, methods, onRequest, onTooLarge }: BridgeOptions): () => void {
  const open = new Set<string>();
  const isWithinLimit = createMeter();
  let isClosed = false;

  const answer = async (id: string, method: string, params: unknown): Promise<DappAnswer> => {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!run) return refusalOf(id, `${method} is not supported`);
    try {
      return answerOf(id, await run(params));
    } catch (error) {
      // Hide other errors, because they can contain an RPC endpoint's key.
      return refusalOf(id, error instanceof DappError ? error.message : 'The request failed');
    }
  };
  const post = (message: DappAnswer) => {
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
    const read = requestEnvelope.safeParse(data);
    if (!read.success) return;
    const { id, method, params } = read.data;
    onRequest?.();
    // The ID belongs to an open request. The SDK would take a refusal as the response to that request.
    if (open.has(id)) return;
    if (open.size >= MAX_OPEN) {
      post(refusalOf(id, 'Too many open requests'));
      return;
    }
    open.add(id);
    void answer(id, method, params).then((message) => {
      open.delete(id);
      post(message);
    });
  };
  window.addEventListener('message', onMessage);
  return close;
}
