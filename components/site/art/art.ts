import type { ReactNode } from 'react';

/** A drawing that is served as a file of its own: SVG elements without classes or hooks, coloured by theme tokens. */
export interface Art {
  width: number;
  height: number;
  drawing: ReactNode;
}

/** What shapes a drawing of the content: a seed for its variant, and its size in units (two a pixel or so). */
export interface ArtParameters {
  seed?: number;
  width?: number;
  height?: number;
}
