import 'server-only';
import { parse } from 'lossless-json';
import type { z } from 'zod';
import type { PricePlatform } from '@/lib/settings/settings-schema';

/** Parses JSON with every number as its own text: a double would change prices. Throws a SyntaxError. */
export const readJson = (text: string): unknown => parse(text, null, (digits) => digits);

/** The last trade of one of the platform's markets; the price as the platform wrote it. */
export type Tick = { pair: string; price: string };

/** What a message over the socket means: ticks, or at least a sign of life; null where it is neither. */
export type Message = { ticks: Tick[] } | null;

/** How one trading platform speaks. Pure: opens nothing, waits for nothing. */
export type Platform = {
  name: PricePlatform;
  /** WebSocket URL for these markets. */
  socketUrl: (base: string, pairs: readonly string[]) => string;
  /** Subscription messages, sent on open. */
  greetings: (pairs: readonly string[]) => string[];
  /** Keep-alive message. */
  ping: string | null;
  /** Reads a message. Throws where it is not in the platform's format. */
  readMessage: (text: string) => Message;
  /** HTTP URL of a market's last trade. */
  restUrl: (base: string, pair: string) => string;
  /** Reads that answer: the price. Throws where it is not in the platform's format. */
  readRest: (text: string) => string;
};

/** Reads JSON of a known shape. Throws where it has another one. */
export const readAs = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> =>
  schema.parse(readJson(text));

/** Reads JSON of a known shape; null where it has another one. Throws where it is no JSON. */
export function readIf<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
}
