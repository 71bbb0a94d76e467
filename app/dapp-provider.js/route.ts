import { siteUrl } from '@/lib/seo/page-url';
import { providerScript } from '@/lib/server/dapp-provider/provider-script';

export const dynamic = 'force-static';

/** Serves the script with which a DApp offers this wallet in its frame (docs/dapps.md). Pages on any origin may load it. */
export const GET = async () =>
  new Response(await providerScript(siteUrl('/')), {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=0, must-revalidate',
      'Access-Control-Allow-Origin': '*',
    },
  });
