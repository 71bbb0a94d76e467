import { appleAppSiteAssociation } from '@/lib/seo/app-links';
import { readWebsite } from '@/lib/server/seed/config-files';

export const dynamic = 'force-static';

/** Universal links of iOS: asked for by Apple without an extension, as JSON, and never by way of a redirect. */
export const GET = async () => Response.json(appleAppSiteAssociation((await readWebsite()).app.ios));
