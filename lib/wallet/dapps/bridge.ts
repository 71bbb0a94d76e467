import { answerOf, type DappAnswer, DappError, isSmall, refusalOf, requestEnvelope } from './protocol';

/** Answers a method's parameters. @throws DappError with a reason for the DApp. Other errors stay here. */
export type Method = (params: unknown) => Promise<unknown>;

/** Most requests that are open at once. A DApp that loads many balances has some dozens. */
const MOST_OPEN = 100;
/** Most messages in a period, in ms. Further ones are dropped without an answer, because answers cost time, too. */
const MOST_MESSAGES = 600;
const PERIOD_MS = 10_000;

type BridgeOptions = {
  /** Returns the frame's window. */
  frame: () => Window | null;
  /** The only origin that is heard and answered. */
  origin: string;
  methods: Readonly<Record<string, Method>>;
  /** Called for each valid request. */
  onRequest?: () => void;
};

/** Returns a function that counts messages, and returns whether one is within the limit. */
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
    return count <= MOST_MESSAGES;
  };
}

/**
 * Answers the requests of a DApp's frame. Only messages from the frame's own window, while it is at the DApp's origin,
 * are read, and answers can be read by no other origin. Returns a function that ends it: what is open then is not
 * answered anymore.
 */
export function openBridge({ frame, origin, methods, onRequest }: BridgeOptions): () => void {
  const open = new Set<string>();
  const isWithinLimit = createMeter();
  let isClosed = false;

  const answer = async (id: string, method: string, params: unknown): Promise<DappAnswer> => {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!run) return refusalOf(id, `${method} is not supported`);
    try {
      return answerOf(id, await run(params));
    } catch (error) {
      // Other errors can contain an RPC endpoint's key.
      return refusalOf(id, error instanceof DappError ? error.message : 'The request failed');
    }
  };
  const post = (message: DappAnswer) => {
    if (!isClosed) frame()?.postMessage(message, origin);
  };

  const onMessage = ({ data, origin: sender, source }: MessageEvent<unknown>) => {
    if (source === null || source !== frame() || sender !== origin || !isWithinLimit() || !isSmall(data))
      return;
    const read = requestEnvelope.safeParse(data);
    if (!read.success) return;
    const { id, method, params } = read.data;
    onRequest?.();
    // An ID that is open already belongs to that request: the SDK would take any answer as the answer to it.
    if (open.has(id)) return;
    if (open.size >= MOST_OPEN) {
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
  return () => {
    isClosed = true;
    window.removeEventListener('message', onMessage);
  };
}
