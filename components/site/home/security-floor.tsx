import { useTranslations } from 'next-intl';
import { ArtPicture } from '../art/art-picture';
import { securityField } from '../art/fields';
import { HeadingText } from '../heading-text';

/** Floor four: the security statement, on night water in both themes. The lines part around what they guard. */
export function SecurityFloor() {
  const t = useTranslations('home.security');
  return (
    <section className="night relative overflow-clip">
      <ArtPicture
        art={securityField}
        fit="none"
        className="absolute inset-y-0 start-0 h-full w-[190%] max-w-none text-tide lg:w-full"
      />
      <div className="page-grid relative py-36 md:py-48 xl:py-64">
        <div className="lg:col-span-7 lg:col-start-2">
          <h2 className="font-display text-3xl">
            <HeadingText>{t('title')}</HeadingText>
          </h2>
          <p className="mt-6 max-w-[34em] text-lg text-muted">{t('text')}</p>
        </div>
      </div>
    </section>
  );
}
