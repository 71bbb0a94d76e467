import { useRouter } from 'next/navigation';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { getPathname } from '@/lib/i18n/navigation';
import { coinListPath } from './coin-query';

/** Looks for coins by symbol, name or address of a token; an empty search shows all. */
export function CoinSearch({ search }: { search: string }) {
  const t = useTranslations('wallet.coins');
  const locale: Locale = useLocale();
  const router = useRouter();
  const [text, setText] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    router.push(getPathname({ locale, href: coinListPath({ page: 1, search: text.trim() }) }));
  };
  return (
    <search>
      <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <Field
          label={t('search')}
          hint={t('searchHint')}
          type="search"
          maxLength={64}
          enterKeyHint="search"
          autoComplete="off"
          value={text}
          onChange={setText}
        />
        {/* Beside the field's box: below a line as high as its label. */}
        <div className="pt-[calc(1lh+0.375rem)]">
          <Button type="submit" className="min-h-13">
            {t('find')}
          </Button>
        </div>
      </form>
    </search>
  );
}
