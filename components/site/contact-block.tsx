import { buttonClass } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { ArtPicture } from './art/art-picture';
import { questionField } from './art/fields';
import { SiteLink } from './site-link';

/** The last block of a page, with a link to the contact page. */
export function ContactBlock({ title, text, link }: { title: string; text: string; link: string }) {
  return (
    <section className="page-grid relative isolate overflow-clip border-t border-line bg-sunken py-16 md:py-24">
      <ArtPicture
        art={questionField}
        fit="none"
        className="absolute inset-y-0 end-0 -z-10 hidden h-full w-3/5 text-water [grid-column:bleed] md:block"
      />
      <div className="md:col-span-6 md:col-start-2">
        <h2 className="font-display text-3xl">{title}</h2>
        <p className="measure mt-4 text-lg text-muted">{text}</p>
        <SiteLink
          href={routes.contact}
          className={buttonClass({ variant: 'signal', size: 'large', className: 'mt-8' })}
        >
          {link}
        </SiteLink>
      </div>
    </section>
  );
}
