import { openApiDocument } from './api-routes';

export const dynamic = 'force-static';

export const GET = openApiDocument;
