import 'server-only';
import { parse } from 'lossless-json';
import type { z } from 'zod';
import type { PricePlatform } from '@/lib/settings/settings-schema';

/** Parses JSON with every number as text: a double would change prices. @throws SyntaxError. */
export const readJson = (text: string): unknown => parse(text, null, (digits) => digits);

/** The last trade of a platform's market; the price as the platform wrote it. */
export type Tick = { pair: string; price: string };

/** A parsed socket message: ticks, possibly none for a heartbeat; null for anything else. */
export type Message = { ticks: Tick[] } | null;

/** The protocol of one trading platform. Pure: no I/O. */
export type Platform = {
  name: PricePlatform;
  /** WebSocket URL for these markets. */
  socketUrl: (base: string, pairs: readonly string[]) => string;
  /** Subscription messages, sent on open. */
  greetings: (pairs: readonly string[]) => string[];
  /** Keep-alive message. */
  ping: string | null;
  /** Parses a message. @throws if it is not in the platform's format. */
  readMessage: (text: string) => Message;
  /** HTTP URL of a market's last trade. */
  restUrl: (base: string, pair: string) => string;
  /** Parses the price from that response. @throws if it is not in the platform's format. */
  readRest: (text: string) => string;
};

/** Parses JSON of a known shape. @throws if it has another one. */
export const readAs = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> =>
  schema.parse(readJson(text));

/** Validates parsed JSON; null if it has another shape. */
export function readIf<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
}
