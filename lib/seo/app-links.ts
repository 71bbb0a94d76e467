import type { z } from 'zod';
import type { websiteFile } from '@/lib/api/schemas/config';

type Apps = z.output<typeof websiteFile>['app'];

/** Which paths iOS opens in which apps (Apple's applinks format). Without apps a valid document that names none. */
export function appleAppSiteAssociation({ appIds, paths }: Apps['ios']) {
  const details =
    appIds.length > 0 ? [{ appIDs: appIds, components: paths.map((path) => ({ '/': path })) }] : [];
  return { applinks: { details } };
}

/** Which app Android may open this site's links in (Digital Asset Links). Without fingerprints an empty list. */
export function assetLinks({ packageName, sha256CertFingerprints }: Apps['android']) {
  if (sha256CertFingerprints.length === 0) return [];
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: packageName,
        sha256_cert_fingerprints: sha256CertFingerprints,
      },
    },
  ];
}
