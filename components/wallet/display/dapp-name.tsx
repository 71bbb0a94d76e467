import { type Locale, useLocale } from 'next-intl';
import { OptionIcon } from '@/components/ui/option-icon';
import { type Dapp, localText } from '@/lib/content/dapps';

/** A DApp's icon, name, and host. The host lets the user check the DApp, because anyone can use a name. */
export function DappName({
  dapp,
  as: Heading = 'h2',
  id,
}: {
  dapp: Pick<Dapp, 'name' | 'icon' | 'origin'>;
  as?: 'h2' | 'div';
  id?: string | undefined;
}) {
  const locale: Locale = useLocale();
  const name = localText(dapp.name, locale);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <OptionIcon src={dapp.icon ?? undefined} name={name} />
      <div className="min-w-0">
        <Heading id={id} className="text-lg wrap-anywhere">
          {name}
        </Heading>
        <p dir="ltr" className="font-mono text-xs wrap-anywhere text-muted">
          {dapp.origin}
        </p>
      </div>
    </div>
  );
}
