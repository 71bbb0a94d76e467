import { useTranslations } from 'next-intl';
import { HeadingText } from '@/components/ui/heading-text';
import type { BusinessLine } from '@/lib/content/types';
import { BUSINESS_LINE_IDS } from '@/lib/routes';
import { ArtPicture } from '../art/art-picture';
import { drawingOf } from '../drawings/drawing';

/**
 * Shows the title and subtitle next to a drawing that extends to the window's edge. Below 768 px, a portrait drawing
 * follows them.
 */
export function LineBanner({ line }: { line: BusinessLine }) {
  const t = useTranslations('businessLine');
  return (
    <header className="page-grid relative overflow-clip border-b border-line md:min-h-[34rem] xl:min-h-[40rem]">
      <div className="z-10 self-center py-12 md:col-span-6 md:col-start-2 md:py-20">
        <p className="figures text-sm text-muted">
          {t('eyebrow', { id: line.value, count: BUSINESS_LINE_IDS.length })}
        </p>
        <h1 className="mt-4 font-display text-3xl">
          <HeadingText>{line.label}</HeadingText>
        </h1>
        <p className="measure mt-6 text-lg text-muted">{line.info}</p>
      </div>
      <div className="relative hidden md:block md:[grid-column:9/bleed-end]">
        <ArtPicture
          art={drawingOf(line.img, 'banner')}
          label={line.img.alt}
          className="absolute inset-0 size-full"
        />
      </div>
      <div className="[grid-column:bleed] md:hidden">
        <ArtPicture
          art={drawingOf(line.phone_img, 'phoneBanner')}
          label={line.phone_img.alt}
          className="block aspect-5/4 w-full"
        />
      </div>
    </header>
  );
}
