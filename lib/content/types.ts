import type { Portrait } from '@/lib/art/portrait';
import type { BusinessLineId } from '@/lib/routes';

export type Motif =
  | 'strata'
  | 'spans'
  | 'traces'
  | 'rings'
  | 'cells'
  | 'containers'
  | 'current'
  | 'furrows'
  | 'ingots'
  | 'links'
  | 'storeys'
  | 'vault'
  | 'wires';

/** A generated drawing. The same motif and seed always produce the same lines. */
export type Picture = {
  motif: Motif;
  seed: number;
  /** Alternative text, in the language of the page. */
  alt: string;
};

export type Leader = {
  /** ID, which is the same in all languages. Also the URL fragment of the person's biography. */
  key: string;
  img: Portrait & { alt: string };
  /** The person's name. */
  label: string;
  /** The person's title. */
  name: string;
  /** The biography, one entry per paragraph. */
  text: readonly string[];
  show: boolean;
};

/** A paragraph, or the items of a list. */
type TextBlock = string | readonly string[];

export type ArticleSection = {
  /** URL fragment, which is the same in every language. */
  id: string;
  title: string;
  body: readonly TextBlock[];
  /** Where the reader can go on: paths of the site, or `mailto:` and `https:` URLs, which need no label. */
  links?: readonly { href: string; label?: string }[];
  topics?: readonly ArticleSection[];
};

export type LegalText = {
  title: string;
  /** Date of the last change (ISO 8601). */
  updated: string;
  intro: readonly string[];
  sections: readonly ArticleSection[];
};

/** The page about security and help. */
export type HelpText = Omit<LegalText, 'updated'>;

export type LegalName = 'terms' | 'privacy';

export type TitledList = { key: string; title: string; list: readonly string[] };

export type BusinessLine = {
  value: BusinessLineId;
  /** Banner, and its portrait version for screens below the mobile breakpoint. */
  img: Picture;
  phone_img: Picture;
  label: string;
  info: string;
  /** The page's two numbered lists. */
  arr: readonly TitledList[];
  /** Cards in the row of sub-topics. */
  infoArr: readonly (TitledList & { img: Picture; phone_img: Picture })[];
  /** Extra blocks below the cards. */
  bottomArr: readonly TitledList[];
};

export type BusinessLines = Readonly<Record<BusinessLineId, BusinessLine>>;
