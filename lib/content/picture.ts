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

/** A drawing of the tide-line family: the same motif and seed always give the same lines. */
export type Picture = {
  motif: Motif;
  seed: number;
  /** What the drawing shows, in the language of the content it belongs to. */
  alt: string;
};
