import { readFile } from 'node:fs/promises';

const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

async function download(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!isSafe(new URL(response.url))) throw new Error(`${address} leads to an address without https`);
  if (!response.ok || !response.body) throw new Error(`${address} answers with status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`${address} is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Text of a file, or of an https address (http on this machine alone). Throws an Error where it cannot be had. */
export async function readSource(source: string): Promise<string> {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) return readFile(source, 'utf8');
  if (!URL.canParse(source) || !isSafe(new URL(source))) throw new Error(`${source} is no https address`);
  return download(source);
}
