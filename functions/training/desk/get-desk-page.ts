// GET /api/v1/Desk/{tenantCode}
import { createHash } from 'node:crypto';
import { tenantByCode } from '../../../shared/auth/access/tenant-by-code.ts';
import { getBrand } from '../../../shared/pages/brand.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { getDeskPage } from './contract.ts';
import { renderDeskPage } from './desk-page.ts';
import { readQrDecoder } from './qr-decoder.ts';
import { readDeskTexts } from './texts/languages.ts';

/** The hash of the decoder (Subresource Integrity), computed once. */
let decoderHash: Promise<string> | undefined;
const hashDecoder = async (): Promise<string> =>
  `sha256-${createHash('sha256')
    .update(await readQrDecoder())
    .digest('base64')}`;

export const handler = pageLambda(getDeskPage, async ({ params, platform, request }) => {
  decoderHash ??= hashDecoder();
  const [found, texts, decoder] = await Promise.all([
    tenantByCode(platform, params.tenantCode),
    readDeskTexts(request.headers),
    decoderHash,
  ]);
  return renderDeskPage(
    found && { code: found.tenant.code, brand: getBrand(found.settings) },
    texts,
    decoder,
  );
});
