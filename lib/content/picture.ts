/** A drawing of the tide-line generator: the same motif and seed always give the same lines. */
export type Picture = {
  motif: 'strata' | 'spans' | 'traces' | 'rings' | 'portrait';
  seed: number;
  /** What the drawing shows, in the language of the content it belongs to. */
  alt: string;
};
