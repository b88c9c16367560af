// The link in the mail of a scheduled report: for one report and one person, until it expires or is revoked.
import { isSignedLink, signLink } from '../../../../../shared/credentials/link-signature.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';

/** How long a link shows its report. */
export const LINK_DAYS = 30;

/** When a link that is made now expires, in epoch seconds. */
export const computeLinkExpiry = (now: Date): number => Math.floor(now.getTime() / 1000) + LINK_DAYS * 86_400;

/** What a link says. */
export interface ReportLinkClaims {
  readonly reportId: string;
  readonly scheduleId: string;
  /** The generation of links of the scheduled report. */
  readonly generation: number;
  /** Whom the link was made for. */
  readonly personId: string;
  /** Epoch seconds of the tenant's clock. */
  readonly expires: number;
}

/** Whether a link has expired. */
export const isLinkExpired = ({ expires }: Pick<ReportLinkClaims, 'expires'>, now: Date): boolean =>
  expires * 1000 <= now.getTime();

type Code = Pick<TenantStore, 'code'>;

const USE = 'rostrum report links';

const toText = ({ reportId, scheduleId, personId, generation, expires }: ReportLinkClaims): string =>
  `${reportId}.${scheduleId}.${personId}.${generation}.${expires}`;

/** The secret part of a link. */
export async function buildReportToken(tenant: Code, claims: ReportLinkClaims): Promise<string> {
  const text = toText(claims);
  return `${text}.${await signLink(tenant, USE, text)}`;
}

/** What a token says; undefined when it was not signed for this tenant. It may have expired. */
export async function readReportToken(tenant: Code, token: string): Promise<ReportLinkClaims | undefined> {
  const id = '([0-9a-f-]{36})';
  const pattern = new RegExp(`^${id}\\.${id}\\.${id}\\.(\\d{1,9})\\.(\\d{1,12})\\.([\\w-]{43})$`);
  const [, reportId, scheduleId, personId, generation, expires, signature] = pattern.exec(token) ?? [];
  if (reportId === undefined || scheduleId === undefined) return undefined;
  if (personId === undefined || signature === undefined) return undefined;
  const claims = {
    ...{ reportId, scheduleId, personId },
    ...{ generation: Number(generation), expires: Number(expires) },
  };
  return (await isSignedLink(tenant, USE, toText(claims), signature)) ? claims : undefined;
}

/** The path of the page behind a link. */
export const buildReportLinkPath = ({ code }: Code, token: string): string =>
  `/api/1.0/CapitolReport/Links/${code}/${token}`;
