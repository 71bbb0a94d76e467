import { assetLinks } from '@/lib/seo/app-links';
import { readWebsite } from '@/lib/server/seed/config-files';

export const dynamic = 'force-static';

/** Serves the Digital Asset Links file for Android app links. */
export const GET = async () => Response.json(assetLinks((await readWebsite()).app.android));
