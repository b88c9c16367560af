import { bundleEntries, projectParts } from './assembly.ts';
import { bundleFunctions } from './bundle.ts';
const parts = await projectParts();
const t = performance.now();
const b = await bundleFunctions(bundleEntries(parts), 'cdk.out/x-bundles');
console.log(b.size, 'bundles', performance.now() - t);
for (const [n, x] of b) if (x.hashesPasswords) console.log(n);
