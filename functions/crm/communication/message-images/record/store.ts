// Stores pictures for messages, and which templates and broadcasts name them.
import {
  type Change,
  type Condition,
  check,
  ifAbsent,
  ifPresent,
  insert,
  put,
  remove,
  update,
} from '../../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../../shared/data/store.ts';
import { type ErrorDetail, notFound } from '../../../../../shared/errors/failure.ts';
import { removeFile } from '../../../../../shared/files/stored-file.ts';
import { isImageToken, listNamedImages } from './image-address.ts';
import type { MessageImageItem } from './message-image.ts';

/** That a template or a broadcast names a picture, or once did. */
export interface ImageUseItem {
  readonly type: 'message-image-use';
  readonly by: 'template' | 'broadcast';
  readonly id: string;
}

/** Changes with every new use, so that a picture is not deleted while somebody begins to use it. */
interface UsesItem {
  readonly type: 'message-image-uses';
  readonly mark: number;
}

const partition = 'MESSAGE-IMAGES';
const usesPartition = (imageId: string): string => `MESSAGE-IMAGE#${imageId}`;

const imageKey = (tenant: TenantStore, id: string): Key<MessageImageItem> => tenant.key(partition, id);
const usesKey = (tenant: TenantStore, imageId: string): Key<UsesItem> =>
  tenant.key(usesPartition(imageId), 'USES');
const imageUses = (tenant: TenantStore, imageId: string): Partition<ImageUseItem> =>
  tenant.partition(usesPartition(imageId));

/** All pictures. One query. */
export const listImages = (tenant: TenantStore): Promise<MessageImageItem[]> =>
  tenant.queryAll(tenant.partition<MessageImageItem>(partition), { consistent: true });

/** The picture with this id, if there is one. */
export const findImage = (tenant: TenantStore, id: string): Promise<MessageImageItem | undefined> =>
  tenant.get(imageKey(tenant, id));

/** @throws Failure 404 */
export async function requireImage(tenant: TenantStore, id: string): Promise<MessageImageItem> {
  const image = await tenant.get(imageKey(tenant, id.toLowerCase()), { consistent: true });
  if (!image) throw notFound('picture', id, 'imageId');
  return image;
}

/** The change that stores a new picture. */
export const saveImage = (tenant: TenantStore, image: MessageImageItem): Change =>
  insert(imageKey(tenant, image.id), image);

/** Who names a picture, or once did, and a condition that holds while nobody else begins to. */
export async function loadUses(
  tenant: TenantStore,
  imageId: string,
): Promise<{ readonly uses: readonly ImageUseItem[]; readonly ifNoMore: Condition }> {
  // The guard comes first: read beside the uses, it could already count one that they do not contain yet.
  const guard = await tenant.get(usesKey(tenant, imageId), { consistent: true });
  const uses = await tenant.queryAll(imageUses(tenant, imageId), { beginsWith: 'USE#', consistent: true });
  const ifNoMore: Condition = guard
    ? { expression: '#mark = :mark', names: { '#mark': 'mark' }, values: { ':mark': guard.mark } }
    : ifAbsent;
  return { uses, ifNoMore };
}

/** The changes that delete a picture with its file. */
export const deleteImage = (
  tenant: TenantStore,
  { id, file }: MessageImageItem,
  uses: readonly ImageUseItem[],
  ifNoMore: Condition,
): Change[] => [
  remove(imageKey(tenant, id), { condition: ifPresent, onConflict: 'retry' }),
  remove(usesKey(tenant, id), { condition: ifNoMore, onConflict: 'retry' }),
  ...uses.map((use) => remove(tenant.key<ImageUseItem>(usesPartition(id), toSort(use)))),
  ...removeFile(tenant, file),
];

const toSort = ({ by, id }: ImageUseItem): string => `USE#${by}#${id}`;

/** The most pictures of a message: their uses are written with it. */
const MAX_IMAGES = 20;

/** The pictures of the tenant that a body names, and what is wrong with them. */
export async function checkImages(
  tenant: TenantStore,
  mjml: string,
): Promise<{ readonly ids: readonly string[]; readonly faults: ErrorDetail[] }> {
  const named = listNamedImages(tenant, mjml);
  const ids = [...new Set(named.map(({ id }) => id))];
  const found =
    ids.length === 0
      ? []
      : await tenant.getMany(
          ids.map((id) => imageKey(tenant, id)),
          { consistent: true },
        );
  const faults = named.flatMap(({ id, token }): ErrorDetail[] => {
    const image = found[ids.indexOf(id)];
    if (image && isImageToken(tenant, image, token)) return [];
    const message = `There is no picture at the address that ends with ${token}: copy the address of a picture from the list.`;
    return [{ code: 'UNKNOWN_VALUE', message, target: 'mjml' }];
  });
  if (ids.length > MAX_IMAGES)
    faults.push({
      code: 'OUT_OF_RANGE',
      message: `A message may have ${MAX_IMAGES} uploaded pictures, but has ${ids.length}.`,
      target: 'mjml',
    });
  return { ids, faults };
}

/** The changes that note who names these pictures. */
export const noteUses = (tenant: TenantStore, ids: readonly string[], use: ImageUseItem): Change[] =>
  ids.flatMap((id) => [
    check(imageKey(tenant, id), ifPresent, 'retry'),
    put(tenant.key<ImageUseItem>(usesPartition(id), toSort(use)), use),
    update(usesKey(tenant, id), { set: { type: 'message-image-uses' }, add: { mark: 1 } }),
  ]);
