// What a person answers to a device whose code they have entered (RFC 8628 3.3): the page that asks, and what follows.
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import type { Reply } from '../../../../shared/http/reply.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import { type PageLook, paragraph, renderIdentityPage, submitButton } from '../../pages/identity-page.ts';
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
) => {
  const { device, consent, common } = context.texts;
  return render(context, {
    title:
      context.clientName === undefined ? device.unknownTitle : consent.title({ name: context.clientName }),
    style: '.user-code { font-size: 1.75rem; letter-spacing: .12em; text-align: center; }',
    markup: `${paragraph(device.asks)}
<p class="user-code"><strong>${escapeHtml(userCode)}</strong></p>
${paragraph(
  scopes.length === 0 ? device.acts({ userName, tenantName }) : device.asksTo({ userName, tenantName }),
)}
${
  scopes.length === 0
    ? ''
    : `<ul>${[...new Set(scopes.map((scope) => describeScope(context.texts, scope)))].map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
}
<p class="note">${escapeHtml(device.warning)}</p>
${ownForm(
  actions(
    submitButton(consent.allow, { action: 'allow' }),
    submitButton(consent.refuse, { action: 'cancel', quiet: true }),
    submitButton(common.useAnotherAccount, { action: 'switch', quiet: true }),
  ),
)}`,
  });
};

const renderEnd = (
  { brand, texts }: PageLook,
  end: 'over' | 'allowed' | 'refused',
  headers: Readonly<Record<string, string>> = {},
) => {
  const { title, text } = texts.device[end];
  return renderIdentityPage({ ...{ title, brand, texts, headers }, markup: paragraph(text) });
};

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
    readonly look: PageLook;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  },
  now: Date,
): Promise<DeviceAnswer> {
  const found = await findOpenDevice(platform, codeHash, now);
  if (!found) return { changes: [], reply: renderEnd(answer.look, 'over') };
  return {
    changes: approveDevice(platform, found, current, answer.tenantCode),
    reply: renderEnd(answer.look, 'allowed', answer.headers),
  };
}

/** The device learns that it gets nothing. */
export async function refuseDevice(
  platform: PlatformStore,
  { codeHash }: EnteredDevice,
  look: PageLook,
  now: Date,
): Promise<DeviceAnswer> {
  const found = await findOpenDevice(platform, codeHash, now);
  if (!found) return { changes: [], reply: renderEnd(look, 'over') };
  return {
    changes: denyDevice(platform, found),
    reply: renderEnd(look, 'refused'),
  };
}
