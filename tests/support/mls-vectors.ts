import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hexToBytes } from 'viem';
import { vectorsFolder } from './siwe-spellings';

const folder = vectorsFolder('mls');

/** Whether the MLS working group's test vectors are there. They aren't part of the repository. */
export const hasVectors = existsSync(folder);

/** Returns the vectors of a file, in the format that `mlswg/mls-implementations` describes. */
export const vectorsOf = <Vector>(name: string): readonly Vector[] =>
  JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Vector[];

/** Decodes hexadecimal without prefix, as the vectors have it. */
export const bytes = (hex: string): Uint8Array => hexToBytes(`0x${hex}`);
