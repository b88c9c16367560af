// GET /api/v1/MessageImages
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takeWholeListPage } from '../../committees/whole-list.ts';
import { compareNames } from '../../lists/compare-names.ts';
import { listMessageImages } from './contract.ts';
import { presentImage } from './present.ts';
import { listImages } from './record/store.ts';

export const handler = lambda(listMessageImages, async ({ tenant, query }) => {
  const images = (await listImages(tenant)).sort(compareNames);
  const { data, ...page } = takeWholeListPage(images, query);
  return ok({ ...page, data: data.map((image) => presentImage(tenant, image)) });
});
