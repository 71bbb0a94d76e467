import { appleAppSiteAssociation } from '@/lib/seo/app-links';
import { readWebsite } from '@/lib/server/seed/config-files';

export const dynamic = 'force-static';

/** iOS universal links. Apple requests this file without an extension and follows no redirect. */
export const GET = async () => Response.json(appleAppSiteAssociation((await readWebsite()).app.ios));
