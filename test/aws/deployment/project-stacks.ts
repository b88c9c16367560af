// The stacks of all endpoints, synthesized once for the tests of a file.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { listEndpoints } from '../../../infra/contracts/registry.ts';
import { createEmptyBundle, synthesizeStacks } from './synthesize-stacks.ts';
import type { Template } from './template.ts';

export const endpoints = await listEndpoints();
/** A few endpoints, for what is the same in all areas. */
const fewEndpoints = endpoints.filter(({ contract }) => contract.area === 'crm');
export const domain = {
  name: 'api.example.org',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/one',
};

/** The template of a stack. */
export function findTemplate(stacks: ReadonlyMap<string, Template>, name: string): Template {
  const found = stacks.get(name);
  if (!found) throw new Error(`There is no stack ${name}`);
  return found;
}

/** Synthesizes the stacks of all endpoints, by default under a domain, before the tests of the file that calls it. */
export function useProjectStacks(declared: Readonly<Record<string, unknown>> = { domain }) {
  let folder: string;
  const stacks = new Map<string, Template>();
  beforeAll(async () => {
    folder = await createEmptyBundle();
    for (const [name, template] of synthesizeStacks(folder, endpoints, declared)) stacks.set(name, template);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    stacks,
    template: (name: string): Template => findTemplate(stacks, name),
    /** The stacks of a few endpoints, as another environment declares them. */
    synthesizeFew: (other?: Readonly<Record<string, unknown>>) =>
      synthesizeStacks(folder, fewEndpoints, other),
  };
}
