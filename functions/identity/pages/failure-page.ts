// What a person sees in place of a page of an account that was refused, in their language.
import type { RenderFailurePage } from '../../../shared/http/middleware/render-failure.ts';
import { describeFailure, isTemporary } from '../../../shared/pages/failure-page.ts';
import { readTexts } from '../languages/choose-language.ts';
import { paragraph, platformBrand, renderIdentityPage } from './identity-page.ts';

export const renderFailurePage: RenderFailurePage = async (failure, { headers, requestId, query }) => {
  const texts = await readTexts(headers, query.ui_locales?.at(-1));
  const { title, text } = texts.failure[isTemporary(failure) ? 'temporary' : 'permanent'];
  return renderIdentityPage({
    ...{ title, texts, brand: platformBrand },
    markup: `${paragraph(text)}\n${describeFailure(failure, requestId)}`,
  });
};
