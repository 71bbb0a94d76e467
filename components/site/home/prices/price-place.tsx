'use client';

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import type { LivePricesProps } from './live-prices';
import { PriceFrame } from './price-frame';
import type { PriceWording } from './price-wording';

interface PricePlaceProps {
  locale: string;
  wording: PriceWording;
  /** The drawing, which is there before any price. */
  children: ReactNode;
}

/** Keeps the prices' place, and fetches their code when a reader comes near it. */
export function PricePlace({ locale, wording, children }: PricePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const [Live, setLive] = useState<ComponentType<LivePricesProps> | 'failed' | null>(null);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        import('./live-prices').then(
          ({ LivePrices }) => setLive(() => LivePrices),
          () => setLive('failed'),
        );
      },
      { rootMargin: '25%' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  const drawing = <div className="relative h-56 lg:h-72">{children}</div>;
  return (
    <div ref={place} className="flex grow flex-col">
      {Live === null || Live === 'failed' ? (
        <PriceFrame
          drawing={drawing}
          message={Live === null ? wording.loading : wording.unavailable}
          noScriptMessage={wording.unavailable}
          tip={wording.tip}
        />
      ) : (
        <Live locale={locale} wording={wording} drawing={drawing} />
      )}
    </div>
  );
}
