/** @jest-environment node */
import { GET, generateStaticParams } from '@/app/images/art/[name]/route';
import { NO_PAGE_POLICY } from '@/lib/http/response-headers';

test('OPS-5 an illustration that is opened directly runs nothing, and no site can frame it', async () => {
  const [first] = await generateStaticParams();
  expect(first?.name).toMatch(/\.svg$/);
  const response = await GET(new Request('http://127.0.0.1/'), {
    params: Promise.resolve(first ?? { name: '' }),
  });
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(response.headers.get('content-security-policy')).toBe(NO_PAGE_POLICY);
  expect(NO_PAGE_POLICY).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
});
