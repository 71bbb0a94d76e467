import { ApiDocs } from '@/components/site/api-docs/api-docs';
import { describeApi } from '@/lib/server/http/openapi/document';
import { canonicalOrigin } from '@/lib/settings/env';
import { apiRoutes } from '../openapi.json/api-routes';

export const dynamic = 'force-static';

export default async function ApiDocsPage() {
  return <ApiDocs document={await describeApi(apiRoutes)} origin={canonicalOrigin()} />;
}
