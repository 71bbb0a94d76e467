import { useTranslations } from 'next-intl';
import { type RiskLevel, riskLevels } from '@/lib/wallet/earn/risk';

/** One tide line, 26 units long, whose crests are at the height of `y`. */
const wave = (y: number) => `M1 ${y}c4.330-4 8.660-4 13 0s8.660 4 13 0`;

/** A risk level: one to three heavy tide lines out of three, and its name. */
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
          // The lines rise from the bottom.
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
