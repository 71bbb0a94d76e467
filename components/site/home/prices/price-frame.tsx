import type { ReactNode } from 'react';
import './price-frame.css';

/** Placeholder for the price rows while they load. Without JavaScript, only the message that there are no prices. */
export function PriceWait({ loading, unavailable }: Pick<PriceWording, 'loading' | 'unavailable'>) {
  return (
    <>
      <p className="price-wait sm:grid-cols-2">
        <span className="sr-only">{loading}</span>
      </p>
      <p className="hidden p-6 text-center text-sm text-muted no-script:block">{unavailable}</p>
    </>
  );
}

interface PriceFrameProps {
  drawing: ReactNode;
  /** The price that appears where the lines in the drawing end. */
  focus?: ReactNode;
  /** Shown instead of the price rows, in the same space. */
  message?: ReactNode;
  rows?: ReactNode;
  tip: ReactNode;
  /** Shown after the tip. */
  note?: string | null;
}

/** Fixed layout of the prices, so that nothing shifts when they load. */
export function PriceFrame({ drawing, focus, message, rows, tip, note = null }: PriceFrameProps) {
  return (
    <>
      <div className="relative mx-6 mt-auto lg:mx-8">
        {drawing}
        {focus}
      </div>
      <div className="mt-6 grid grid-cols-1 min-h-[17.25rem] border-t border-line sm:min-h-[8.75rem] no-script:min-h-0">
        {rows ?? <p className="self-center px-6 text-center text-sm text-muted lg:px-8">{message}</p>}
      </div>
      <p className="flex min-h-[5.25rem] items-center border-t border-line px-6 py-3 sm:min-h-16 text-xs text-muted lg:px-8">
        <span>
          {tip}
          {note === null ? null : <span> · {note}</span>}
        </span>
      </p>
    </>
  );
}

export interface PriceWording {
  label: string;
  yours: string;
  /** Text before the source's name, if there is one source. */
  source: string;
  /** Text before the sources' names, if there are several. COUNT_PLACE is the placeholder for the number of sources. */
  sources: string;
  /** Separator between source names. */
  comma: string;
  stale: string;
  loading: string;
  unavailable: string;
  day: string;
  tip: string;
  /** Label for sample prices. */
  sample: string;
}
