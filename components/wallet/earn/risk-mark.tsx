import { useTranslations } from 'next-intl';
import { type RiskLevel, riskLevels } from '@/lib/wallet/earn/risk';

/** Path of one wave line, 26 units long, centered on the height `y`. */
const wave = (y: number) => `M1 ${y}c4.330-4 8.660-4 13 0s8.660 4 13 0`;

/** A risk level: its name and three wave lines, of which one to three are bold. */
export function RiskMark({ level }: { level: RiskLevel }) {
  const t = useTranslations('wallet.earn.level');
  const reached = riskLevels.indexOf(level) + 1;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <svg
        aria-hidden="true"
        viewBox="0 0 28 22"
        width="28"
        height="22"
        fill="none"
        stroke="currentColor"
        className="shrink-0"
      >
        {riskLevels.map((line, index) => (
          // The first line is at the bottom.
          <path
            key={line}
            d={wave(18 - index * 7)}
            strokeWidth={index < reached ? 2.5 : 1}
            className={index < reached ? 'text-ink' : 'text-edge'}
          />
        ))}
      </svg>
      {t(level)}
    </span>
  );
}
