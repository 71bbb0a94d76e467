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

/** A drawing; the same motif and seed always produce the same lines. */
export type Picture = {
  motif: Motif;
  seed: number;
  /** Text alternative, in the language of its content. */
  alt: string;
};

export type Leader = {
  /** The same in all languages; also the fragment of the bio. */
  key: string;
  img: Portrait & { alt: string };
  /** The person's name. */
  label: string;
  /** The person's title. */
  name: string;
  /** The bio, one entry per paragraph. */
  text: readonly string[];
  show: boolean;
};

/** A paragraph, or the points of a list. */
type LegalBlock = string | readonly string[];

export type LegalSection = {
  /** URL fragment; the same in every language. */
  id: string;
  title: string;
  body: readonly LegalBlock[];
};

export type LegalText = {
  title: string;
  /** Date of the last change, ISO 8601. */
  updated: string;
  intro: readonly string[];
  sections: readonly LegalSection[];
};

export type LegalName = 'terms' | 'privacy';

export type TitledList = { key: string; title: string; list: readonly string[] };

export type BusinessLine = {
  value: BusinessLineId;
  /** Banner drawing, and the portrait one shown below the mobile breakpoint. */
  img: Picture;
  phone_img: Picture;
  label: string;
  info: string;
  /** The two numbered lists. */
  arr: readonly TitledList[];
  /** The row of sub-topic cards. */
  infoArr: readonly (TitledList & { img: Picture; phone_img: Picture })[];
  /** Extra blocks below the cards. */
  bottomArr: readonly TitledList[];
};

export type BusinessLines = Readonly<Record<BusinessLineId, BusinessLine>>;
