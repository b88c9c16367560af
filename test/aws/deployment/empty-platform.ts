// The whole platform with the same empty bundle for every function, which is built within a second.

import type { Bundle } from '../../../infra/aws/bundling/bundle.ts';
import {
  type BuiltPlatform,
  loadProjectParts,
  type PlatformParts,
} from '../../../infra/aws/stacks/assembly.ts';
import { areaNames } from '../../../shared/http/areas.ts';

const mailSources = ['node_modules/nodemailer/dist/esm/nodemailer.js', 'shared/mail-sender/ses-tenant.ts'];

/** The sources from which the needs of these functions follow: mail, API keys, push messages, secrets. */
const sourcesByFunction: Readonly<Record<string, readonly string[]>> = {
  'deliver-mail': mailSources,
  'sweep-mail': mailSources,
  'run-broadcasts': mailSources,
  'sweep-broadcasts': mailSources,
  'look-after-mail-senders': [
    ...['mail-system', 'ses-tenant', 'ses-identity'].map((name) => `shared/mail-sender/${name}.ts`),
  ],
  'sync-api-key': ['node_modules/@aws-sdk/client-api-gateway/dist-es/index.js'],
  'sweep-api-keys': ['node_modules/@aws-sdk/client-api-gateway/dist-es/index.js'],
  ...Object.fromEntries(
    ['change-feed', 'push-catch-up', 'push-look-after', 'push-send-backlog'].map((name) => [
      name,
      ['node_modules/@aws-sdk/client-apigatewaymanagementapi/dist-es/index.js'],
    ]),
  ),
  'rotate-keys': [
    'node_modules/@aws-sdk/client-secrets-manager/dist-es/index.js',
    'shared/auth/tokens/rotate-keys.ts',
  ],
};

/** The parts with an empty bundle (a folder with an `index.mjs`) for every function. */
export function buildEmptyPlatform(folder: string, parts: PlatformParts): BuiltPlatform {
  const bundleOf = (name: string): Bundle => ({
    folder,
    bytes: 0,
    startup: { bytes: 0, byPart: {} },
    sources: new Set(sourcesByFunction[name.replace(/^platform-/, '')]),
    hashesPasswords: false,
  });
  return { parts, bundles: { get: bundleOf } };
}

/** The project's parts with only two endpoints of each area, for tests that do not depend on them. */
export async function loadFewParts(): Promise<PlatformParts> {
  const { endpoints, handlers } = await loadProjectParts();
  const few = areaNames.flatMap((area) =>
    endpoints.filter(({ contract }) => contract.area === area).slice(0, 2),
  );
  return { endpoints: few, handlers };
}
