import { openApiDocument } from './routes';

export const dynamic = 'force-static';

export const GET = openApiDocument;
