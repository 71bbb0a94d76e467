import { ApiDocs } from '@/components/site/api-docs/api-docs';
import { canonicalOrigin } from '@/lib/env';
import { describeApi } from '@/lib/server/http/openapi/document';
import { apiRoutes } from '../openapi.json/routes';

export const dynamic = 'force-static';

export default async function ApiDocsPage() {
  return <ApiDocs document={await describeApi(apiRoutes)} origin={canonicalOrigin()} />;
}
