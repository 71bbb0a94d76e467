import 'server-only';
import { type Address, BaseError, parseAbi, ResponseBodyTooLargeError } from 'viem';
import { isUnanswered } from '@/lib/evm/node-transport';
import { findChain, withUntrustedReads } from '@/lib/server/chain/node';
import { serverEnv } from '@/lib/settings/env';
import { hasEncodedSlash } from './fetch-public';
import { NftError, URI_LIMIT_CHARACTERS } from './limits';

/** Where metadata or an image is stored: in the URI itself, or on an https server or in IPFS behind the gateway. */
export type Source =
  | { kind: 'data'; mediaType: string; bytes: Buffer }
  | { kind: 'remote'; url: URL; gateway?: string };

const refuse = (message: string) => new NftError('refused', message);

/** Parses a data URI (RFC 2397). @throws NftError if it has no data or is too large. */
function readData(uri: string, limitBytes: number): Source {
  const comma = uri.indexOf(',');
  if (comma < 0) throw refuse('a data URI without data');
  const [mediaType = '', ...parameters] = uri.slice('data:'.length, comma).split(';');
  const isBase64 = parameters.at(-1)?.trim().toLowerCase() === 'base64';
  const content = uri.slice(comma + 1);
  if (content.length > limitBytes * 3) throw new NftError('tooLarge', 'the data URI is too long');
  const bytes = isBase64 ? Buffer.from(content, 'base64') : Buffer.from(unescaped(content), 'utf8');
  if (bytes.byteLength > limitBytes) throw new NftError('tooLarge', 'too much data in a data URI');
  return { kind: 'data', mediaType: mediaType.trim().toLowerCase(), bytes };
}

/** Decodes percent-encoding. Returns invalid text unchanged, because contracts rarely encode data URIs correctly. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Matches `ipfs://CID/path` and the common variant `ipfs://ipfs/CID/path`, and a query or fragment, which isn't used. */
const IPFS = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{32,100})((?:\/[^?#]*)?)(?:[?#].*)?$/s;

/** Returns the gateway's URL of IPFS content. @throws NftError if its path leaves the content. */
function ipfsSource(cid: string, path: string): Source {
  const gateway = new URL(`${serverEnv().IPFS_GATEWAY}/ipfs/`).href;
  const url = new URL(`${gateway}${cid}${path}`);
  // The parsed URL is checked, because parsing also resolves `%2e%2e`, backslashes, and removes tabs. An encoded slash
  // is refused, because the gateway may decode it first.
  const isInside = url.href === `${gateway}${cid}` || url.href.startsWith(`${gateway}${cid}/`);
  if (!isInside || hasEncodedSlash(path)) throw refuse('an IPFS path outside its content');
  return { kind: 'remote', url, gateway };
}

/**
 * Parses a URI from a contract or from metadata.
 * @throws NftError if it must not be fetched: it has another scheme, contains credentials, or holds too much data.
 */
export function readSource(text: string, limitBytes: number): Source {
  const uri = text.trim();
  if (uri === '') throw new NftError('none', 'an empty URI');
  if (/^data:/i.test(uri)) return readData(uri, limitBytes);
  if (uri.length > 2_048) throw refuse('a URL that is too long');
  const ipfs = IPFS.exec(uri);
  if (ipfs) return ipfsSource(ipfs[1] ?? '', ipfs[2] ?? '');
  if (!URL.canParse(uri)) throw refuse('not a URL');
  const url = new URL(uri);
  if (url.protocol !== 'https:') throw refuse(`the scheme ${url.protocol.slice(0, 20)}`);
  if (url.username || url.password) throw refuse('credentials in the URL');
  return { kind: 'remote', url };
}

/**
 * Replaces `{id}` in an ERC-1155 URI with the token ID as 64 lowercase hexadecimal digits, without 0x.
 * @throws NftError if the result would be too long.
 */
export function withTokenId(uri: string, tokenId: bigint): string {
  const digits = tokenId.toString(16).padStart(64, '0');
  const parts = uri.split('{id}');
  if (uri.length + (parts.length - 1) * (digits.length - '{id}'.length) > URI_LIMIT_CHARACTERS)
    throw new NftError('tooLarge', 'the URI is too long');
  return parts.join(digits);
}

const abi = parseAbi([
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function uri(uint256 id) view returns (string)',
]);

export type NftKey = { chainId: number; contract: Address; tokenId: bigint };

const isTooLarge = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof ResponseBodyTooLargeError) instanceof Error;

/**
 * Reads the URI of an NFT's metadata from its contract, using the ERC-721 function or, if it returns none, the ERC-1155
 * function.
 * @throws NftError if there is no URI, or ApiError 400 for an unknown chain and 503 if its node doesn't respond.
 */
export async function readTokenUri({ chainId, contract, tokenId }: NftKey): Promise<string> {
  const chain = await findChain(chainId);
  const answers = await withUntrustedReads(chain, (node) =>
    Promise.all(
      (['tokenURI', 'uri'] as const).map(async (functionName) => {
        try {
          return await node.readContract({ address: contract, abi, functionName, args: [tokenId] });
        } catch (error) {
          if (isTooLarge(error)) return null;
          if (isUnanswered(error)) throw error;
          // The contract doesn't have this function, or the call reverted.
          return '';
        }
      }),
    ),
  );
  const found = answers.find((answer) => answer !== '');
  if (found === undefined) throw new NftError('none', 'the contract names no metadata');
  if (found === null) throw new NftError('tooLarge', "the contract's answer is too large");
  return withTokenId(found, tokenId);
}
