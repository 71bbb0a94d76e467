import { readFile } from 'node:fs/promises';
import schema from '@uniswap/token-lists/src/tokenlist.schema.json';
import type { TokenInfo, TokenList } from '@uniswap/token-lists/src/types';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

export type { TokenInfo, TokenList };

const ajv = new Ajv({ allowUnionTypes: true });
addFormats(ajv);
const isTokenList = ajv.compile<TokenList>(schema);

/** Parses and validates a token list (tokenlists.org schema). @throws with a one-line message about the first error. */
export function parseTokenList(text: string): TokenList {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error('the token list is not JSON', { cause: error });
  }
  if (isTokenList(content)) return content;
  const [fault] = isTokenList.errors ?? [];
  throw new Error(
    `the token list is not valid: ${fault?.instancePath || 'it'} ${fault?.message ?? ''}`.trim(),
  );
}

const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

async function download(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!isSafe(new URL(response.url))) throw new Error(`${address} redirects to a URL without https`);
  if (!response.ok || !response.body) throw new Error(`${address} returned status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`${address} is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads a file or an https URL. Plain http is allowed only for localhost. @throws if it can't be read. */
export async function readSource(source: string): Promise<string> {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) return readFile(source, 'utf8');
  if (!URL.canParse(source) || !isSafe(new URL(source))) throw new Error(`${source} is not an https URL`);
  return download(source);
}

/** Escapes control and invisible characters in untrusted text before it is printed to a terminal. */
export const plainText = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
