import type { ReactNode } from 'react';
import { LineArt } from '@/components/site/art/line-art';
import { TideBanner } from '@/components/site/art/tide-banner';
import { drawingOf } from '@/components/site/drawings/drawing';
import { getBusinessLine } from '@/lib/content/content';
import { routing } from '@/lib/i18n/routing';
import { BUSINESS_LINE_IDS, routes } from '@/lib/routes';
import { AppIcon } from './app-icon';

/** The pictures that are no business line's: fields of tide in the card's 1200 by 630 units, each with its page's gesture. */
const CARD = { width: 1200, height: 630, className: 'card-field' } as const;

const fields: Record<string, ReactNode> = {
  [routes.home]: (
    <TideBanner
      {...CARD}
      seed={7}
      lines={17}
      steps={36}
      left={[1.01, 1.08]}
      right={[-0.12, 0.6]}
      opens={0.36}
      swell={0.01}
      wells={[{ x: 0.8, width: 0.075, depth: 0.66 }]}
    />
  ),
  [routes.download]: (
    <>
      <TideBanner
        {...CARD}
        seed={29}
        lines={28}
        steps={44}
        left={[0.416, 0.424]}
        right={[-0.25, 1.25]}
        opens={0.4}
        swell={0.01}
        stones={[{ x: 0.76, y: 0.5, width: 0.12, height: 0.25 }]}
      />
      <AppIcon size={96} shape="rounded" className="card-app" />
    </>
  ),
  [routes.about]: (
    <TideBanner
      {...CARD}
      seed={44}
      lines={24}
      steps={40}
      left={[0.84, 1.04]}
      right={[0.22, 1.06]}
      swell={0.02}
      stones={[{ x: 0.7, y: 0.66, width: 0.15, height: 0.13 }]}
    />
  ),
  [routes.contact]: (
    <TideBanner
      {...CARD}
      seed={17}
      lines={18}
      steps={18}
      left={[0.98, 1.02]}
      right={[-0.1, 0.98]}
      opens={0.3}
      swell={0.03}
    />
  ),
  [routes.terms]: (
    <TideBanner {...CARD} seed={71} lines={12} left={[0.74, 1.06]} right={[0.62, 1.06]} swell={0.03} />
  ),
  [routes.privacy]: (
    <TideBanner {...CARD} seed={77} lines={12} left={[0.66, 1.06]} right={[0.8, 0.9]} swell={0.03} />
  ),
};

/** What is drawn on a page's card. */
export function CardArt({ path }: { path: string }) {
  const id = BUSINESS_LINE_IDS.find((line) => routes.businessLine(line) === path);
  if (!id) return fields[path];
  const { img } = getBusinessLine(routing.defaultLocale, id);
  const { drawing, ...frame } = drawingOf(img, 'card');
  return (
    <LineArt {...frame} label={img.alt} className="card-side night">
      {drawing}
    </LineArt>
  );
}
