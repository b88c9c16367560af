// How certificates and badges of a tenant look: its logo, its seal, and who signs (docs/interface/training.md#certificates).
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { type CertificateLayout, defaultLayout, type Signatory } from './layout.ts';

/** The pictures of a certificate, each of which may be missing. */
export const pictureNames = [
  ...(['logo', 'seal', 'signature', 'background', 'coSignature1', 'coSignature2'] as const),
];
export type PictureName = (typeof pictureNames)[number];

/** The stored design; its pictures are items of their own, because one item holds 400 KB. */
export interface DesignItem extends VersionedRecord {
  readonly type: 'certificate-design';
  readonly id: 'certificate-design';
  readonly signatory?: Signatory | undefined;
  /** What differs from the default layout. */
  readonly layout?: Partial<CertificateLayout> | undefined;
}

/** A stored picture. */
export interface DesignPictureItem {
  readonly type: 'certificate-picture';
  readonly name: PictureName;
  readonly contentType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  /** In bytes. */
  readonly size: number;
  /** The bytes in base64. */
  readonly content: string;
}

/** The layout of a design. */
export const getLayout = ({ layout }: Pick<DesignItem, 'layout'>): CertificateLayout => ({
  ...defaultLayout,
  ...layout,
});

/** The design of a tenant that has chosen none. */
const emptyDesign: DesignItem = {
  type: 'certificate-design',
  id: 'certificate-design',
  version: 0,
  createdDate: '1970-01-01T00:00:00.000Z',
  modifiedDate: '1970-01-01T00:00:00.000Z',
  schemaVersion: 1,
};

const partition = 'CERTIFICATE-DESIGN';
const designPartition = (tenant: TenantStore): Partition<DesignItem | DesignPictureItem> =>
  tenant.partition(partition);
export const designKey = (tenant: TenantStore): Key<DesignItem> => tenant.key(partition, 'DESIGN');
export const pictureKey = (tenant: TenantStore, name: PictureName): Key<DesignPictureItem> =>
  tenant.key(partition, `PICTURE#${name}`);

/** The pictures by name. */
export type DesignPictures = Readonly<Partial<Record<PictureName, DesignPictureItem>>>;

/** A design with its pictures. */
export interface CertificateDesign {
  readonly design: DesignItem;
  readonly pictures: DesignPictures;
}

/** The design of a tenant. One query, which costs by the size of the pictures. */
export async function loadDesign(
  tenant: TenantStore,
  options: { readonly consistent?: boolean } = {},
): Promise<CertificateDesign> {
  const items = await tenant.queryAll(designPartition(tenant), options);
  const pictures = items.filter((item) => item.type === 'certificate-picture');
  return {
    design: items.find((item) => item.type === 'certificate-design') ?? emptyDesign,
    pictures: Object.fromEntries(pictures.map((picture) => [picture.name, picture])),
  };
}
