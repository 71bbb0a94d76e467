import 'server-only';

const DEFAULT_LIMIT = 1024 * 1024;

/** Gets a text of at most `limit` bytes. Throws where the answer is not 2xx, too large, or not there in time. */
export async function fetchText(url: string, timeoutMs: number, limit = DEFAULT_LIMIT): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).host} answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw new Error(`${new URL(url).host} answered more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
