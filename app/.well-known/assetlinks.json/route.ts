import { assetLinks } from '@/lib/seo/app-links';
import { readWebsite } from '@/lib/server/seed/config-files';

export const dynamic = 'force-static';

/** Android app links (Digital Asset Links). */
export const GET = async () => Response.json(assetLinks((await readWebsite()).app.android));
