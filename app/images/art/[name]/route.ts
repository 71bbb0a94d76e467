import { artFile } from '@/components/site/art/art-picture';
import { artCatalogue } from '@/components/site/art/catalogue';
import { NO_PAGE_POLICY } from '@/lib/http/response-headers';

export const dynamic = 'force-static';
export const dynamicParams = false;

const files = () => Promise.all(artCatalogue().map(artFile));

export async function generateStaticParams() {
  return (await files()).map(({ name }) => ({ name }));
}

/** Serves an SVG illustration that was generated at build time. The file name is a hash of its content. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  const file = (await files()).find((candidate) => candidate.name === name);
  if (!file) return new Response(null, { status: 404 });
  return new Response(file.svg, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': NO_PAGE_POLICY,
    },
  });
}
