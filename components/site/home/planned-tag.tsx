import { useTranslations } from 'next-intl';
import { type Claim, claims } from '@/lib/content/website';

/** Marks what the page names and the product does not do yet; nothing once the operator has switched it on. */
export function PlannedTag({ claim }: { claim: Claim }) {
  const t = useTranslations('home');
  return claims[claim] ? null : <span className="planned-tag">{t('planned')}</span>;
}
