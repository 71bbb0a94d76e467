import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { isAddress } from 'viem';
import { Icon } from '@/components/ui/icon';
import { shortAddress } from '@/lib/evm/address';
import { type Finding, isDanger } from '@/lib/wallet/signing/finding';

const looks = {
  danger: { path: 'M10 2.5 18.5 17h-17ZM10 8v4m0 2v.5', className: 'border-error', icon: 'text-error' },
  caution: {
    path: 'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 4v5m0 2.5v.5',
    className: 'border-warning',
    icon: 'text-warning',
  },
} as const;

/**
 * Addresses are shortened, because the details below show them in full. A look-alike warning shows both addresses in
 * full, so that the user can compare them.
 */
const named = (text: string, { code }: Finding) =>
  isAddress(text) && code !== 'lookAlike' ? shortAddress(text) : text;

/** Warnings about a request, the most serious ones first, each with an icon. */
export function FindingList({ findings, isReady }: { findings: readonly Finding[]; isReady: boolean }) {
  const t = useTranslations('wallet.signing');
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="sr-only">
        {t('noticed')}
      </h3>
      {findings.length > 0 ? (
        <ul className="grid gap-3">
          {findings.map((finding) => {
            const level = isDanger(finding) ? 'danger' : 'caution';
            const { path, className, icon } = looks[level];
            const { code, about, other } = finding;
            return (
              <li
                key={`${code} ${about} ${other}`}
                className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-s-2 ps-3 text-sm ${className}`}
              >
                <span className={icon}>
                  <Icon path={path} size={20} />
                </span>
                <p className="wrap-anywhere">
                  {t.rich(`level.${level}`, {
                    strong: (word) => <strong className="font-[550]">{word}</strong>,
                    text: t(`finding.${code}`, {
                      about: named(about, finding),
                      other: named(other, finding),
                    }),
                  })}
                </p>
              </li>
            );
          })}
        </ul>
      ) : null}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isReady ? (findings.length > 0 ? '' : t('nothing')) : t('checking')}
      </p>
    </section>
  );
}
