// The public addresses of pictures in messages. They never expire, because mails are read for years; nobody can guess one.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { areaUrl } from '../../../../../shared/http/area-url.ts';
import type { MessageImageItem } from './message-image.ts';

type Code = Pick<TenantStore, 'code'>;
type Addressed = Pick<MessageImageItem, 'id' | 'file'>;

const sign = ({ code }: Code, { id, file }: Addressed): string =>
  createHmac('sha256', file.linkSecret).update(`${code}\n${id}\nmessage-image`).digest('base64url');

/** The part of an address that names the picture. */
export const buildImageToken = (tenant: Code, image: Addressed): string =>
  `${image.id}.${sign(tenant, image)}`;

/** The address that messages name. */
export const buildImageAddress = (tenant: Code, image: Addressed): string =>
  areaUrl('crm', `/api/v1/MailImages/${tenant.code}/${buildImageToken(tenant, image)}`);

/** The id in the token of an address; undefined when it is none. */
export const parseImageToken = (token: string): string | undefined =>
  /^([0-9a-f-]{36})\.[\w-]{43}$/.exec(token)?.[1];

/** Whether a token is the one of this picture. */
export function isImageToken(tenant: Code, image: Addressed, token: string): boolean {
  const [expected, actual] = [Buffer.from(buildImageToken(tenant, image)), Buffer.from(token)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** A picture that a text names. */
export interface NamedImage {
  readonly id: string;
  readonly token: string;
}

/** The pictures of a tenant that a text names, each once. */
export function listNamedImages({ code }: Code, text: string): NamedImage[] {
  const found = text.matchAll(/\/MailImages\/([\w-]+)\/(([0-9a-f-]{36})\.[\w-]{43})/g);
  const named = [...found].flatMap(([, owner, token = '', id = '']) =>
    owner === code ? [{ id, token }] : [],
  );
  return [...new Map(named.map((each) => [each.token, each])).values()];
}

/** The ids of the pictures of a tenant that a text names. */
export const listImageIds = (tenant: Code, text: string): string[] => [
  ...new Set(listNamedImages(tenant, text).map(({ id }) => id)),
];
