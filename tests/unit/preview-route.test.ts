/** @jest-environment node */
import { POST as exit } from '@/app/api/preview/exit/route';
import { GET as language } from '@/app/api/preview/language/route';
import { GET as open } from '@/app/api/preview/route';
import { childEnv } from '@/lib/settings/process-env';

const ORIGIN = 'http://127.0.0.1:3000';

// The server reads its settings once: here there is no secret.
jest.replaceProperty(
  process,
  'env',
  childEnv({
    DATABASE_URL: 'postgresql://127.0.0.1/x',
    CHAINS_FILE: 'x',
    ORIGINS: ORIGIN,
    PREVIEW_SECRET: '',
    LOG_LEVEL: 'silent',
  }),
);

const context = { params: Promise.resolve({}) };

test('I18N-5 without a secret there are no previews: the calls are unknown ones', async () => {
  const answers = await Promise.all([
    open(new Request(`${ORIGIN}/api/preview?secret=&path=/about`), context),
    open(new Request(`${ORIGIN}/api/preview?path=//example.org`), context),
    language(new Request(`${ORIGIN}/api/preview/language?locale=en`), context),
    exit(new Request(`${ORIGIN}/api/preview/exit`, { method: 'POST' }), context),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 404, msg: 'There is no such call.', data: null });
  }
});
