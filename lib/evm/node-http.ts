import {
  HttpRequestError,
  type HttpTransportConfig,
  http,
  ResponseBodyTooLargeError,
  type Transport,
} from 'viem';
import { checkedAnswer } from './node-answer';

/** Maximum size of an RPC response in bytes, unless a call sets a lower one. */
const MAX_RESPONSE_BYTES = 10 * 1_024 ** 2;

/** Reads a response's body. @throws ResponseBodyTooLargeError if it's larger than `maxSize` bytes. */
async function readBody({ body }: Response, maxSize: number): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > maxSize) {
      await reader.cancel();
      throw new ResponseBodyTooLargeError({ maxSize, size });
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns the IDs of JSON-RPC requests or responses, sorted. */
const idsOf = (batch: readonly unknown[]): string =>
  batch
    .map((entry) =>
      typeof entry === 'object' && entry !== null && 'id' in entry ? Number(entry.id) : Number.NaN,
    )
    .sort((one, other) => one - other)
    .join();

/**
 * Checks that a batch has exactly one answer per request, in any order (JSON-RPC 2.0, section 6). viem assigns answers
 * by their position, so one that is missing would give its caller the answer to another request.
 */
function checkBatch(request: unknown, body: string): void {
  if (typeof request !== 'string') return;
  const asked: unknown = JSON.parse(request);
  // viem parses a single answer, which may be large, itself.
  if (!Array.isArray(asked)) return;
  const answered: unknown = JSON.parse(body);
  if (!Array.isArray(answered)) return;
  if (idsOf(asked) !== idsOf(answered)) throw new Error('the answers do not match the requests of the batch');
}

/**
 * Like `fetch`, but resolves once the whole body has arrived and is known to be an answer to each request. viem's
 * timeout ends when `fetch` resolves, so a body that never ends would otherwise block its caller forever.
 */
const fetchWhole =
  (maxSize: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    const body = await readBody(response, maxSize);
    if (response.ok) checkBatch(init?.body, body);
    const { status, statusText, headers } = response;
    return new Response(body === '' ? null : body, { status, statusText, headers });
  };

type NodeHttpConfig = Pick<HttpTransportConfig, 'timeout' | 'retryCount' | 'fetchOptions' | 'batch'> & {
  maxSize?: number;
};

/**
 * Returns an HTTP transport, by default a batching one, for an RPC endpoint that may be faulty or lie: bodies are
 * limited in size and time, and answers that contradict themselves or their request count as an unreachable endpoint.
 */
export function nodeHttp(
  url: string,
  { maxSize = MAX_RESPONSE_BYTES, ...config }: NodeHttpConfig,
): Transport {
  const transport = http(url, { batch: true, ...config, fetchFn: fetchWhole(maxSize) });
  return (parameters) => {
    const node = transport(parameters);
    const request: typeof node.request = async (args, options) => {
      const answer: unknown = await node.request(args, options);
      try {
        return checkedAnswer(args, answer) as never;
      } catch (cause) {
        throw new HttpRequestError({ url, cause: cause instanceof Error ? cause : new Error(String(cause)) });
      }
    };
    return { ...node, request };
  };
}
