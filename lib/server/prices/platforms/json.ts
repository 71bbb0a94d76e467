import 'server-only';
import { parse } from 'lossless-json';

/** Parses JSON with every number as its own text: a double would change prices. Throws a SyntaxError. */
export const readJson = (text: string): unknown => parse(text, null, (digits) => digits);
