import path from 'node:path';
import { childEnv } from '@/lib/settings/process-env';

/** Characters that look like characters in a message, or that turn into them when normalized or truncated. */
export const STRANGE = [
  ...['\u0430', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00a0', '\u2003', '\u3000', '\u202e'],
  ...['\0', '\t', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\ud800', '\u0301', '\ufe0f'],
  ...[
    '\uff10',
    '\uff11',
    '\uff21',
    '\uff41',
    '\u212a',
    '\u0131',
    '\u00df',
    '\u2024',
    '\u2215',
    '\uff0f',
    '\uff1a',
  ],
];

export const LOOKALIKES = new Map(
  Object.entries({
    ...{
      a: '\u0430',
      c: '\u0441',
      e: '\u0435',
      i: '\u0456',
      o: '\u043e',
      p: '\u0440',
      s: '\u0455',
      x: '\u0445',
    },
    ...{
      y: '\u0443',
      h: '\u04bb',
      d: '\u0501',
      n: '\u0578',
      A: '\u0410',
      B: '\u0412',
      C: '\u0421',
      E: '\u0415',
    },
    ...{
      H: '\u041d',
      I: '\u0406',
      K: '\u212a',
      M: '\u041c',
      N: '\u039d',
      O: '\u041e',
      T: '\u0422',
      U: '\u054d',
    },
    ...{
      0: '\uff10',
      1: 'l',
      2: '\uff12',
      3: '\u0417',
      ':': '\uff1a',
      '/': '\u2044',
      '.': '\uff0e',
      '-': '\u2010',
    },
    ' ': '\u00a0',
  }),
);

export const LINE_ENDS = ['\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\n\n', '', ' \n', '\n '];

/** Values that some parsers read as 31337, and values that no parser should accept as that chain ID. */
export const CHAIN_IDS = [
  ...['031337', '+31337', '31337.0', '31337 ', '0x7a69', '3.1337e4', '31_337', '-31337', '31,337', '31337n'],
  ...['\uff13\uff11\uff13\uff13\uff17', '\u0663\u0661\u0663\u0663\u0667', '31338', '1', '', '1e999', 'NaN'],
  ...['9007199254740993', '4294998633'],
];

export const ZONES = [
  ...['', 'z', '+00:00', '-00:00', '+0000', '+00', '+01:00', '-12:00', ' Z', 'UTC', '+24:00', '+00:60'],
];

/** Field names of the `Name: value` lines in a SIWE message. */
export const FIELDS = ['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At', 'Expiration Time'] as const;

export const EXTRA_LINES = [
  'Not Before: 2020-01-01T00:00:00.000Z',
  'Request ID: 1',
  'Request ID: ',
  'Resources:',
  'Resources:\n- https://phish.example/claim',
  'Resources:\n- ',
  '- https://phish.example/claim',
  'Chain ID: 1',
  'URI: https://phish.example',
  'Version: 2',
  'Nonce: abcdefghijklmnopqrstuvwx',
  ' ',
  '',
] as const;

/**
 * Returns a folder of public test vectors: under VECTORS_DIR, or next to the repository. The folder may be missing,
 * because the vectors aren't part of the repository.
 */
export const vectorsFolder = (name: string) =>
  path.join(childEnv({}).VECTORS_DIR ?? path.join(process.cwd(), '../shared/vectors'), name);
