import type { ReactNode } from 'react';
import { LineArt } from '../../art/line-art';

export interface SketchProps {
  className?: string;
  /** True where the same sketch already stands higher up on the page: this one refers to it and weighs nothing. */
  again?: boolean;
}

/** A small drawing of 560 by 420 units that a page may show more than once. */
export function Sketch({
  id,
  again,
  className,
  children,
}: SketchProps & { id: string; children: ReactNode }) {
  return (
    <LineArt width={560} height={420} className={className}>
      {again ? <use href={`#${id}`} /> : <g id={id}>{children}</g>}
    </LineArt>
  );
}
