import type { ComponentType } from 'react';
import type { Motif, Picture } from '@/lib/content/picture';
import type { PictureProps } from '../art/picture-props';
import { RingsPicture } from '../art/rings-picture';
import { SpansPicture } from '../art/spans-picture';
import { StrataPicture } from '../art/strata-picture';
import { TracesPicture } from '../art/traces-picture';
import { CellsDrawing } from './cells-drawing';
import { ContainersDrawing } from './containers-drawing';
import { CurrentDrawing } from './current-drawing';
import { FurrowsDrawing } from './furrows-drawing';
import { IngotsDrawing } from './ingots-drawing';
import { LinksDrawing } from './links-drawing';
import { StoreysDrawing } from './storeys-drawing';
import { VaultDrawing } from './vault-drawing';
import { WiresDrawing } from './wires-drawing';

const drawings: Record<Motif, ComponentType<PictureProps>> = {
  strata: StrataPicture,
  spans: SpansPicture,
  traces: TracesPicture,
  rings: RingsPicture,
  cells: CellsDrawing,
  containers: ContainersDrawing,
  current: CurrentDrawing,
  furrows: FurrowsDrawing,
  ingots: IngotsDrawing,
  links: LinksDrawing,
  storeys: StoreysDrawing,
  vault: VaultDrawing,
  wires: WiresDrawing,
};

/** Draws the picture that the content names. */
export function Drawing({ picture, ...frame }: { picture: Picture } & Omit<PictureProps, 'seed' | 'label'>) {
  const Motif = drawings[picture.motif];
  return <Motif {...frame} seed={picture.seed} label={picture.alt} />;
}
