// What a person answers to a device whose code they have entered (RFC 8628 3.3): the page that asks, and what follows.
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import type { Reply } from '../../../../shared/http/reply.ts';
import type { Brand } from '../../../../shared/pages/brand.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import { paragraph, renderIdentityPage, submitButton } from '../../pages/identity-page.ts';
import type { CurrentSession } from '../../sessions/store.ts';
import { approveDevice, denyDevice, findOpenDevice } from '../grants/device-codes.ts';
import { describeScope } from '../requests/scopes.ts';
import type { EnteredDevice } from './interaction.ts';
import { actions, type PageContext, render } from './pages.ts';

/**
 * Who asks, for what, and with which code: here a person can refuse a code that was sent by the holder of another device
 * (RFC 8628 5.4).
 */
export const renderDeviceConsent = (
  context: PageContext,
  {
    userCode,
    scopes,
    userName,
    tenantName,
  }: {
    readonly userCode: string;
    readonly scopes: readonly string[];
    readonly userName: string;
    readonly tenantName: string;
  },
) =>
  render(context, {
    title: `Allow ${context.clientName ?? 'the device'}?`,
    style: '.user-code { font-size: 1.75rem; letter-spacing: .12em; text-align: center; }',
    markup: `${paragraph('A device or a command that shows this code asks to be signed in:')}
<p class="user-code"><strong>${escapeHtml(userCode)}</strong></p>
${paragraph(
  scopes.length === 0
    ? `It acts in your name, ${userName}, and for ${tenantName}.`
    : `In your name, ${userName}, and for ${tenantName}, it asks to:`,
)}
${
  scopes.length === 0
    ? ''
    : `<ul>${[...new Set(scopes.map(describeScope))].map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
}
<p class="note">Allow it only if you began this yourself and see the same code there. Do not allow it if another person sent you the code.</p>
${ownForm(
  actions(
    submitButton('Allow', { action: 'allow' }),
    submitButton('Do not allow', { action: 'cancel', quiet: true }),
    submitButton('Use another account', { action: 'switch', quiet: true }),
  ),
)}`,
  });

const renderEnd = (
  brand: Brand,
  title: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
) => renderIdentityPage({ ...{ title, brand, headers }, markup: paragraph(text) });

const renderOver = (brand: Brand) =>
  renderEnd(
    brand,
    'This code works no longer',
    'It has expired, or was answered already. Nothing was done; begin again on the device.',
  );

/** The changes, and the page that ends the interaction. */
interface DeviceAnswer {
  readonly changes: readonly Change[];
  readonly reply: Reply<200, string>;
}

/** The device gets its tokens with its next request. @param answer.headers such as a new cookie */
export async function allowDevice(
  platform: PlatformStore,
  { codeHash }: EnteredDevice,
  current: CurrentSession,
  answer: {
    readonly tenantCode: string;
    readonly brand: Brand;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  },
  now: Date,
): Promise<DeviceAnswer> {
  const found = await findOpenDevice(platform, codeHash, now);
  if (!found) return { changes: [], reply: renderOver(answer.brand) };
  return {
    changes: approveDevice(platform, found, current, answer.tenantCode),
    reply: renderEnd(
      answer.brand,
      'The device is signed in',
      'It goes on by itself in a few seconds. You can close this page.',
      answer.headers,
    ),
  };
}

/** The device learns that it gets nothing. */
export async function refuseDevice(
  platform: PlatformStore,
  { codeHash }: EnteredDevice,
  brand: Brand,
  now: Date,
): Promise<DeviceAnswer> {
  const found = await findOpenDevice(platform, codeHash, now);
  if (!found) return { changes: [], reply: renderOver(brand) };
  return {
    changes: denyDevice(platform, found),
    reply: renderEnd(
      brand,
      'Nothing was allowed',
      'The device gets no access, and its code works no longer. You can close this page.',
    ),
  };
}
