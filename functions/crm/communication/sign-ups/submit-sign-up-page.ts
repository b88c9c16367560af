// POST /api/v1/SignUps/{tenantCode}
import * as z from 'zod';
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { write } from '../../../../shared/http/reply.ts';
import { getBrand } from '../../../../shared/pages/brand.ts';
import { normalizeFormText } from '../../../../shared/pages/form-text.ts';
import { renderPage, unknownLinkPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { MAX_LISTS, MAX_NAME, submitSignUpPage } from './contract.ts';
import { countSignUp } from './limits.ts';
import { requestConfirmation } from './request-mail.ts';
import { isStampValid, loadOpenLists, stampForm } from './sign-up.ts';
import { describeForm, requestedPage } from './sign-up-page.ts';

const email = z.string().trim().check(z.email()).max(254);

export const handler = pageLambda(submitSignUpPage, async (context) => {
  const { params, body, platform, receivedAt, request, url } = context;
  const found = await tenantByCode(platform, params.tenantCode);
  if (!found) return renderPage(unknownLinkPage);
  const { tenant, settings } = found;
  const brand = getBrand(settings);
  const open = await loadOpenLists(tenant);
  const entered = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, normalizeFormText(value).replaceAll('\n', ' ')]),
  );
  const showAgain = async (problem: string) =>
    renderPage(describeForm(open, await stampForm(tenant, receivedAt), entered, problem), brand);
  const lists = open.filter(({ id }) => entered[`list-${id}`] !== undefined);
  const names = [entered.firstName ?? '', entered.lastName ?? ''] as const;
  const address = email.safeParse(entered.email);
  if (lists.length === 0 || lists.length > MAX_LISTS) return showAgain('Choose at least one list.');
  if (!address.success) return showAgain('The email address must be one such as name@example.org.');
  if (names.some((name) => name === '' || name.length > MAX_NAME)) return showAgain('Enter your name.');
  if (!(await isStampValid(tenant, body.stamp ?? '', receivedAt)))
    return showAgain('The page was open for too long, or sent too fast. Please send it again.');
  await countSignUp(tenant, request.address, receivedAt);
  const done = renderPage(requestedPage, brand);
  if (entered.website) return done;
  const signUp = {
    ...{ email: address.data, firstName: names[0], lastName: names[1] },
    ...{ listIds: lists.map(({ id }) => id), requestedDate: tenantTime(settings, receivedAt).toISOString() },
    origin: url(`/api/v1/SignUps/${tenant.code}`),
  };
  return write(await requestConfirmation(found, signUp, lists, context), done);
});
