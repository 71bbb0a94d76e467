import { appleAppSiteAssociation } from '@/lib/seo/app-links';
import { readWebsite } from '@/lib/server/seed/config-files';

export const dynamic = 'force-static';

/** Serves the iOS universal links file. Apple requests it without a file extension and doesn't follow redirects. */
export const GET = async () => Response.json(appleAppSiteAssociation((await readWebsite()).app.ios));
