import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import type { Risk } from '@/lib/wallet/approvals/grants';

const looks = {
  high: { path: 'M10 2.5 18.5 17h-17ZM10 8v4m0 2v.5', className: 'text-error' },
  medium: { path: 'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 4v5m0 2.5v.5', className: 'text-warning' },
  low: { path: 'm4 10 4 4 8-9', className: 'text-success' },
} as const;

/** How dangerous an approval is, in a word and a sign. */
export function RiskMark({ risk }: { risk: Risk }) {
  const t = useTranslations('wallet.approvals.risk');
  const { path, className } = looks[risk];
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm whitespace-nowrap ${className}`}>
      <Icon path={path} size={20} />
      {t(risk)}
    </span>
  );
}
