import type { Graph, Thing, WithContext } from 'schema-dts';

/** Structured data for search engines. A data block: browsers do not run it, so the content security policy lets it be. */
export function JsonLd({ data }: { data: Graph | WithContext<Thing> }) {
  // A text with "</script>" or "<!--" in it would end or swallow the element.
  return <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>;
}
