import 'server-only';
import { parse } from 'lossless-json';
import type { z } from 'zod';
import type { PricePlatform } from '@/lib/settings/settings-schema';

/** Parses JSON with numbers as text, because a double could change a price. @throws SyntaxError for invalid JSON. */
export const readJson = (text: string): unknown => parse(text, null, (digits) => digits);

/** The last trade in a market on a platform. `price` is the text that the platform sent. */
export type Tick = { pair: string; price: string };

/** A parsed socket message with its ticks (none in a heartbeat), or null if the message isn't recognized. */
export type Message = { ticks: Tick[] } | null;

/** The protocol of one trading platform, as pure functions without I/O. */
export type Platform = {
  name: PricePlatform;
  /** Returns the WebSocket URL for the given markets. */
  socketUrl: (base: string, pairs: readonly string[]) => string;
  /** Returns the subscription messages to send when the socket opens. */
  greetings: (pairs: readonly string[]) => string[];
  /** Keep-alive message, or null if the platform needs none. */
  ping: string | null;
  /** Parses a socket message. @throws if it isn't in the platform's format. */
  readMessage: (text: string) => Message;
  /** Returns the HTTP URL of a market's last trade. */
  restUrl: (base: string, pair: string) => string;
  /** Parses the price from the HTTP response. @throws if it isn't in the platform's format. */
  readRest: (text: string) => string;
};

/** Parses JSON and validates it against a schema. @throws if the JSON is invalid or doesn't match. */
export const readAs = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> =>
  schema.parse(readJson(text));

/** Validates parsed JSON. Returns null if it doesn't match the schema. */
export function readIf<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
}
