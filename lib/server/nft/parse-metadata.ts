import 'server-only';
import { cleanText } from '@/lib/wallet/nfts/nft';
import { inOrder, nameSuspicions, type Suspicion, textSuspicions } from '@/lib/wallet/nfts/suspicion';
import { NftError } from './limits';

const NAME_CHARACTERS = 100;
const DESCRIPTION_CHARACTERS = 1_000;
const TRAITS = 40;

export type Metadata = {
  name: string | null;
  description: string | null;
  traits: { name: string; value: string }[];
  /** Image URL from the metadata, or null if there is none. */
  picture: string | null;
  suspicions: Suspicion[];
};

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Converts a string, finite number, or boolean to text. Returns null for anything else. */
function asText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'boolean' ? String(value) : null;
}

function traitsOf({ attributes }: Fields): { name: string; value: string }[] {
  if (!Array.isArray(attributes)) return [];
  return attributes.slice(0, TRAITS).flatMap((trait: unknown) => {
    if (!isFields(trait)) return [];
    const [name, value] = [asText(trait.trait_type), asText(trait.value)];
    return value === null ? [] : [{ name: name ?? '', value }];
  });
}

/**
 * Returns the image's URL. The standard field is `image` (ERC-721, ERC-1155). Marketplaces also read `image_url` and
 * `image_data`.
 */
function svgToPng({ image, image_url: imageUrl, image_data: imageData }: Fields): string | null {
  const named = [image, imageUrl].find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof named === 'string') return named;
  return typeof imageData === 'string' && imageData.trim() !== ''
    ? `data:image/svg+xml;base64,${Buffer.from(imageData, 'utf8').toString('base64')}`
    : null;
}

const PAGE = /^\s*(?:data:\s*(?:text|application)\/|javascript:|vbscript:)/i;
const PROGRAM = /<script|\son[a-z]+\s*=|<foreignobject/i;

/** Returns whether the image is actually a web page or an SVG with scripts. */
function isPage(picture: string | null): boolean {
  if (picture === null) return false;
  if (PAGE.test(picture)) return true;
  const [head = '', content = ''] = picture.split(/,(.*)/s);
  if (!/^data:image\/svg/i.test(head)) return false;
  return PROGRAM.test(
    /;base64$/i.test(head.trim()) ? Buffer.from(content, 'base64').toString('utf8') : content,
  );
}

const cleaned = (text: string | null, limit: number) =>
  text === null ? null : cleanText(text, limit) || null;

function parse(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new NftError('unreadable', 'metadata is not JSON', { cause: error });
  }
  if (!isFields(value)) throw new NftError('unreadable', 'metadata is not an object');
  return value;
}

/**
 * Parses ERC-721 or ERC-1155 metadata into plain text of limited length.
 * @throws NftError if it isn't a JSON object.
 */
export function parseMetadata(bytes: Buffer): Metadata {
  // Like a browser's `response.json()`, this drops a byte order mark, and replaces invalid bytes.
  const fields = parse(new TextDecoder().decode(bytes));
  const [name, description] = [asText(fields.name), asText(fields.description)];
  const traits = traitsOf(fields);
  const picture = svgToPng(fields);
  const texts = [
    description,
    asText(fields.external_url),
    ...traits.flatMap((trait) => [trait.name, trait.value]),
  ];
  return {
    name: cleaned(name, NAME_CHARACTERS),
    description: cleaned(description, DESCRIPTION_CHARACTERS),
    traits: traits.flatMap((trait) => {
      const value = cleaned(trait.value, NAME_CHARACTERS);
      return value === null ? [] : [{ name: cleanText(trait.name, NAME_CHARACTERS), value }];
    }),
    picture,
    suspicions: inOrder([
      ...nameSuspicions(name ?? ''),
      ...texts.flatMap((text) => textSuspicions(text ?? '')),
      ...(isPage(picture) ? ['page' as const] : []),
    ]),
  };
}
