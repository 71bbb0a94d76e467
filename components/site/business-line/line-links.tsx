import { useLocale } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { getBusinessLines } from '@/lib/content/content';
import { type BusinessLineId, routes } from '@/lib/routes';
import { SiteLink } from '../site-link';

/** Links to the business lines, optionally without the current one. */
export function LineLinks({ except }: { except?: BusinessLineId }) {
  const lines = getBusinessLines(useLocale()).filter((line) => line.value !== except);
  return (
    <ul className="border-b border-line">
      {lines.map((line) => (
        <li key={line.value}>
          <SiteLink
            href={routes.businessLine(line.value)}
            className="group grid min-h-16 grid-cols-[2.5rem_1fr_auto] items-baseline gap-x-4 border-t border-line py-5 hover:bg-sunken"
          >
            <span className="figures font-display text-xl text-water">{line.value}</span>
            <span className="text-lg">{line.label}</span>
            <Icon
              path="M4 12h16M14 6l6 6-6 6"
              className="self-center transition-transform group-hover:translate-x-1"
            />
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
