import { type Locale, useLocale } from 'next-intl';
import { Bar, NoteGhost, TextBar } from '@/components/wallet/display/skeleton';
import { dapps, localText } from '@/lib/content/dapps';

/** Placeholder for the list of DApps. Its texts are available at build time. */
export function DappsSkeleton() {
  const locale: Locale = useLocale();
  return (
    <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
      {dapps.map(({ slug, description }) => (
        <div key={slug} className="grid content-start gap-3 rounded-soft border border-line bg-raised p-5">
          <div className="flex items-center gap-3">
            <Bar className="h-8 w-8" />
            <div>
              <TextBar size="text-lg" className="w-32" />
              <TextBar size="text-xs" className="w-40" />
            </div>
          </div>
          <NoteGhost>{localText(description, locale)}</NoteGhost>
          <TextBar size="text-xs" className="w-32" />
          <Bar className="mt-auto h-11 w-24" />
        </div>
      ))}
    </div>
  );
}
