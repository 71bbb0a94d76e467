import website from '@/config/website.json';
import { websiteFile } from '@/lib/api/schemas/config';
import { appleAppSiteAssociation, assetLinks } from '@/lib/seo/app-links';

const fingerprint = Array.from({ length: 32 }, (_, i) =>
  (i * 7).toString(16).padStart(2, '0').toUpperCase(),
).join(':');
const app = {
  ios: { appIds: ['ABCDE12345.org.example.app'], paths: ['/wallet', '/wallet/*'] },
  android: { packageName: 'org.example.app', sha256CertFingerprints: [fingerprint] },
};

test("SITE-12 lists the operator's apps in Apple's and Google's formats", () => {
  const { ios, android } = websiteFile.parse({ ...website, app }).app;
  expect(appleAppSiteAssociation(ios)).toEqual({
    applinks: {
      details: [
        { appIDs: ['ABCDE12345.org.example.app'], components: [{ '/': '/wallet' }, { '/': '/wallet/*' }] },
      ],
    },
  });
  expect(assetLinks(android)).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'org.example.app',
        sha256_cert_fingerprints: [fingerprint],
      },
    },
  ]);
});

test('SITE-12 without apps, both documents are valid and list none', () => {
  expect(appleAppSiteAssociation({ appIds: [], paths: ['/wallet'] })).toEqual({ applinks: { details: [] } });
  expect(assetLinks({ packageName: 'org.example.app', sha256CertFingerprints: [] })).toEqual([]);
});

test.each([
  ['a bundle id without its team', { ios: { ...app.ios, appIds: ['org.example.app'] } }],
  ['a path that is none', { ios: { ...app.ios, paths: ['wallet'] } }],
  [
    'a fingerprint in lower case',
    { android: { ...app.android, sha256CertFingerprints: [fingerprint.toLowerCase()] } },
  ],
  [
    'a shortened fingerprint',
    { android: { ...app.android, sha256CertFingerprints: [fingerprint.slice(0, -3)] } },
  ],
  ['a package without a dot', { android: { ...app.android, packageName: 'tidewell' } }],
])('SITE-12 %s is rejected', (_, wrong) => {
  expect(websiteFile.safeParse({ ...website, app: { ...app, ...wrong } }).success).toBe(false);
});
