'use client';

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import type { LivePricesProps } from './live-prices';
import type { PriceWording } from './price-frame';

interface LazyPricesProps {
  locale: string;
  wording: PriceWording;
  drawing: ReactNode;
  /** Placeholder with the same layout as the prices. */
  waiting: ReactNode;
  unavailable: ReactNode;
}

/** Reserves space for the prices, and loads their code when they are near the viewport. */
export function LazyPrices({ locale, wording, drawing, waiting, unavailable }: LazyPricesProps) {
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

  return (
    <div ref={place} className="flex grow flex-col">
      {Live === null ? (
        waiting
      ) : Live === 'failed' ? (
        unavailable
      ) : (
        <Live locale={locale} wording={wording} drawing={drawing} />
      )}
    </div>
  );
}
