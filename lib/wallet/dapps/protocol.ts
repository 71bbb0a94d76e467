import '@/lib/validation/zod-without-eval';
import { type Address, isAddress, isHash } from 'viem';
import { z } from 'zod';
import { DATA_BYTES } from '@/lib/wallet/signing/parse-transaction';

/**
 * Messages that a DApp's frame and this page exchange through `postMessage`: those of the Safe Apps SDK (npm:
 * @safe-global/safe-apps-sdk), and JSON-RPC 2.0 by the provider of /dapp-provider.js (EIP-1193). docs/dapps.md lists the
 * methods of both.
 */
export type Protocol = 'safe' | 'provider';

/** The SDK ignores responses with a version below 1. */
const SAFE_VERSION = '9.1.0';

/** Maximum size of a DApp's message, in characters of all its strings. */
export const MESSAGE_CHARACTERS = 1024 * 1024;
/** Maximum number of values in a message. */
const MESSAGE_VALUES = 25_000;
/** Maximum number of levels in a message. Browsers can't write much deeper values as JSON. */
const MESSAGE_LEVELS = 100;

/** Maximum number of transactions in a request. */
export const MAX_TRANSACTIONS = 20;

const ID_CHARACTERS = 64;

const call = {
  id: z.string().min(1).max(ID_CHARACTERS),
  method: z.string().min(1).max(64),
  params: z.unknown().optional(),
};
/** Envelopes of a request. Other fields, such as the SDK's version, are ignored. */
const providerEnvelope = z.object({ jsonrpc: z.literal('2.0'), ...call });
const safeEnvelope = z.object({ jsonrpc: z.undefined().optional(), ...call });

export type DappRequest = { protocol: Protocol; id: string; method: string; params: unknown };

/** Returns a request of either protocol, or null if the message is none. */
export function readRequest(message: unknown): DappRequest | null {
  const provider = providerEnvelope.safeParse(message);
  if (provider.success) return { params: undefined, ...provider.data, protocol: 'provider' };
  const safe = safeEnvelope.safeParse(message);
  return safe.success ? { params: undefined, ...safe.data, protocol: 'safe' } : null;
}

/** Codes of errors, as DApps read them: EIP-1193, EIP-1474, EIP-3326, and EIP-5792. */
export const errorCode = {
  rejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  /** Of the event `disconnect`, whose codes are those of a WebSocket (EIP-1193): try again later. Libraries stay connected. */
  tryAgainLater: 1013,
  unknownChain: 4902,
  unsupportedCapability: 5700,
  unsupportedChain: 5710,
  duplicateId: 5720,
  unknownBatch: 5730,
  batchTooLarge: 5740,
  upgradeRejected: 5750,
  atomicityUnsupported: 5760,
  invalidParams: -32602,
  internal: -32603,
  unavailable: -32002,
  transactionRejected: -32003,
  limitExceeded: -32005,
} as const;

/** Error of a node, whose codes have any number. `data` can be a revert's. */
type RefusalOptions = ErrorOptions & { code?: number; data?: unknown };

/** Refusal of a request. The DApp's developers receive its reason, in English. `code` is one of `errorCode`, or a node's. */
export class DappError extends Error {
  override name = 'DappError';
  readonly code: number;
  readonly data: unknown;
  constructor(message: string, { code = errorCode.internal, data, ...options }: RefusalOptions = {}) {
    super(message, options);
    this.code = code;
    this.data = data;
  }
}

type ProviderAnswer = { jsonrpc: '2.0'; id: string } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
);
type SafeAnswer = { id: string; version: string } & (
  | { success: true; data: unknown }
  | { success: false; error: string }
);
/** Notification of an event (EIP-1193), which only the provider's protocol has. */
type ProviderEvent = { jsonrpc: '2.0'; method: string; params: unknown };
export type DappMessage = ProviderAnswer | SafeAnswer | ProviderEvent;

export const answerOf = ({ protocol, id }: DappRequest, result: unknown): DappMessage =>
  protocol === 'provider'
    ? { jsonrpc: '2.0', id, result: result ?? null }
    : { id, success: true, version: SAFE_VERSION, data: result };

export const refusalOf = ({ protocol, id }: DappRequest, { code, message, data }: DappError): DappMessage =>
  protocol === 'provider'
    ? { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
    : { id, success: false, version: SAFE_VERSION, error: message };

export const eventOf = (name: string, value: unknown): DappMessage => ({
  jsonrpc: '2.0',
  method: name,
  params: value,
});

/** Returns an object's values and their names, or null if it has more than `most`. */
function boundedValues(value: object, most: number): { names: string[]; inner: unknown[] } | null {
  if (Array.isArray(value)) return value.length > most ? null : { names: [], inner: value };
  const names: string[] = [];
  const inner: unknown[] = [];
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    if (names.length >= most) return null;
    names.push(name);
    inner.push((value as Record<string, unknown>)[name]);
  }
  return { names, inner };
}

/**
 * Returns whether a value is a plain object or array. A structured clone may also contain maps, buffers, files, and
 * other types.
 */
const isPlain = (value: object) =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';

/** Ethereum's numbers have at most 256 bits, and writing a huge one in decimal blocks the page. */
const isWord = (value: bigint) => value > -(2n ** 256n) && value < 2n ** 256n;

/**
 * Returns whether a message is small enough to process. Stops at the limit before copying anything, so a huge message
 * is cheap to refuse. Repeated objects count each time, because a structured clone may contain cycles.
 */
export function isSmall(message: unknown): boolean {
  let level = [message];
  let characters = 0;
  let values = 1;
  for (let depth = 0; depth <= MESSAGE_LEVELS; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') characters += value.length;
      else if (typeof value === 'bigint' && !isWord(value)) return false;
      else if (typeof value === 'object' && value !== null) {
        const read = isPlain(value) ? boundedValues(value, MESSAGE_VALUES - values) : null;
        if (read === null) return false;
        values += read.inner.length;
        for (const name of read.names) characters += name.length;
        next.push(...read.inner);
      }
      if (characters > MESSAGE_CHARACTERS) return false;
    }
    if (next.length === 0) return true;
    level = next;
  }
  return false;
}

/** Amount of wei. SDK versions and libraries encode it as a decimal string, a hexadecimal string, or a number. */
const wei = z
  .union([z.string().regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64}|0x)$/), z.int().nonnegative()])
  .transform((value) => (value === '0x' ? 0n : BigInt(value)))
  .refine((value) => value < 2n ** 256n);

/** An address with or without a checksum. */
export const address = z
  .string()
  .refine((value) => isAddress(value, { strict: false }))
  .transform((value) => value as Address);
/** A chain ID as hexadecimal text (EIP-695). */
export const chainIdText = z.string().regex(/^0x[1-9a-f][0-9a-f]{0,12}$/i);
const hash = z.string().refine((value) => isHash(value));

/** Transactions to send. Without `to`, one would create a contract. */
export const transactionsParams = z.object({
  txs: z
    .array(
      z.object({
        to: address,
        value: wei.nullish().transform((value) => value ?? 0n),
        data: z
          .string()
          .max(2 + 2 * DATA_BYTES)
          .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
          .nullish()
          .transform((value) => value ?? '0x'),
        // A Safe's delegate call (1) runs the code as the account, which only a contract account can do.
        operation: z.literal(0).optional(),
      }),
    )
    .min(1)
    .max(MAX_TRANSACTIONS),
});

/** Parameters by method, validated before the method runs. */
const paramsOf = {
  sendTransactions: transactionsParams,
  signMessage: z.object({ message: z.string() }),
  signTypedMessage: z.object({ typedData: z.record(z.string(), z.unknown()) }),
  getTxBySafeTxHash: z.object({ safeTxHash: hash }),
  getOffChainSignature: hash,
  rpcCall: z.object({
    call: z.string().max(64),
    params: z
      .array(z.unknown())
      .max(8)
      .nullish()
      .transform((params) => params ?? []),
  }),
} as const;

/** Returns parameters as a schema reads them. @throws DappError (-32602) with the first invalid field. */
export function parseParams<Schema extends z.ZodType>(
  method: string,
  schema: Schema,
  params: unknown,
): z.output<Schema> {
  const read = schema.safeParse(params);
  if (read.success) return read.data;
  const path = read.error.issues[0]?.path.join('.');
  throw new DappError(`Invalid parameters of ${method}${path ? `: ${path}` : ''}`, {
    code: errorCode.invalidParams,
  });
}

/** Returns the validated parameters of a method of the Safe Apps SDK. @throws DappError if they are invalid. */
export function readParams<Method extends keyof typeof paramsOf>(
  method: Method,
  params: unknown,
): z.output<(typeof paramsOf)[Method]> {
  const schema: z.ZodType = paramsOf[method];
  return parseParams(method, schema, params) as z.output<(typeof paramsOf)[Method]>;
}
