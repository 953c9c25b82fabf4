/**
 * `npm run all`: the manifests of `deploy/kubernetes` against the schemas and types that Kubernetes and Knative publish, and against
 * the limits of the service itself. Ends with manifests that were spoilt on purpose: a check that lets one of them pass fails.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CLASS_LIMITS, SLOTS } from '../../src/core/limits.js';

import { type Manifest, nameFaults, readManifests, schemaFaults } from './manifests.js';

const FOLDER = join(import.meta.dirname, '../../deploy/kubernetes');
/** Values for a chart, not a manifest. */
const VALUES = 'prometheus-adapter.yaml';
/** The server's patience with a body, see `src/server/server.ts`. */
const BODY_SECONDS = 60;
const GIB = 2 ** 30;

const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && name !== VALUES);

/** The value at a path such as `spec.template.0.name`, if there is one. */
function at(value: unknown, path: string): unknown {
  let found = value;
  for (const step of path.split('.')) found = (found as Record<string, unknown> | null | undefined)?.[step];
  return found;
}

/** Where the pod stands in the kinds that start one. */
const POD: Readonly<Record<string, string>> = { Deployment: 'spec.template.spec', Service: 'spec.template.spec' };

function drainSeconds(container: unknown): number {
  const variables = (at(container, 'env') ?? []) as readonly { readonly name: string; readonly value?: string }[];
  return Number(variables.find(({ name }) => name === 'DRAIN_SECONDS')?.value ?? 0);
}

/** What the service needs or promises, as far as a manifest decides it. */
function ownFaults({ file, kind, content }: Manifest): string[] {
  const pod = at(content, POD[kind] ?? '');
  if (pod === undefined) return [];
  const container = at(pod, 'containers.0');
  const security = { ...(at(pod, 'securityContext') as object), ...(at(container, 'securityContext') as object) };
  const longest = Math.max(CLASS_LIMITS.native.timeoutSeconds, CLASS_LIMITS.model.timeoutSeconds);
  const needed = BODY_SECONDS + longest + drainSeconds(container);
  const given = Number(at(pod, 'terminationGracePeriodSeconds') ?? at(pod, 'timeoutSeconds'));
  const large = SLOTS.native * CLASS_LIMITS.native.memoryBytes;
  const small = (SLOTS.all - SLOTS.native) * CLASS_LIMITS.standard.memoryBytes;
  const memory = Number.parseInt(String(at(container, 'resources.limits.memory')), 10) * GIB;
  const tmp = Number.parseInt(String(at(pod, 'volumes.0.emptyDir.sizeLimit')), 10) * GIB;
  const claims: readonly (readonly [claim: string, isSo: boolean])[] = [
    ['never root', at(security, 'runAsNonRoot') === true && at(security, 'runAsUser') !== 0],
    ['read-only root', at(security, 'readOnlyRootFilesystem') === true],
    [
      'no capabilities',
      at(security, 'capabilities.drop.0') === 'ALL' && at(security, 'capabilities.add') === undefined,
    ],
    ['no new privileges', at(security, 'allowPrivilegeEscalation') === false],
    ['seccomp', at(security, 'seccompProfile.type') === 'RuntimeDefault'],
    [
      '/tmp in memory',
      at(container, 'volumeMounts.0.mountPath') === '/tmp' && at(pod, 'volumes.0.emptyDir.medium') === 'Memory',
    ],
    [`${needed} s to finish`, given >= needed],
    ['memory for all slots, the server and /tmp', memory >= large + small + GIB + tmp],
    ['as many at once as there are slots', (at(pod, 'containerConcurrency') ?? SLOTS.all) === SLOTS.all],
  ];
  return claims.filter(([, isSo]) => !isSo).map(([claim]) => `${file}, ${kind}: not ${claim}`);
}

async function faultsOf(manifests: readonly Manifest[]): Promise<string[]> {
  const bySchema = await Promise.all(manifests.map(schemaFaults));
  return [...bySchema.flat(), ...nameFaults(manifests), ...manifests.flatMap(ownFaults)];
}

const faults = await faultsOf(files.flatMap((file) => readManifests(file, read(file))));

const services = readManifests('deployment.yaml', read('deployment.yaml')).filter(({ kind }) => kind === 'Service');
const annotations = at(services[0]?.content, 'metadata.annotations') as Record<string, string> | undefined;
if (annotations?.['haproxy.org/pod-maxconn'] !== `${SLOTS.all}`) {
  faults.push(`deployment.yaml, Service: not ${SLOTS.all} runs a pod`);
}
// The figure that the replicas are scaled on is one that the service has.
const metrics = readFileSync(join(FOLDER, '../../src/server/metrics.ts'), 'utf8');
for (const file of [VALUES, 'autoscale-on-slots.yaml']) {
  const name = /tool_execution_\w+/.exec(read(file))?.[0] ?? '';
  if (!metrics.includes(`'${name}'`)) faults.push(`${file}: the service has no metric ${name}`);
}

/** A file, what is spoilt in it, and what it becomes. */
const SPOILT: readonly (readonly [file: string, from: string, to: string])[] = [
  ['deployment.yaml', 'replicas: 3', "replicas: 'three'"],
  ['deployment.yaml', 'readinessProbe:', 'readynessProbe:'],
  ['deployment.yaml', 'protocol: TCP', 'protocol: HTTP'],
  ['deployment.yaml', 'maxUnavailable: 1', 'maxUnavailable: [1]'],
  ['deployment.yaml', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
  ['deployment.yaml', 'terminationGracePeriodSeconds: 180', 'terminationGracePeriodSeconds: 150'],
  ['deployment.yaml', 'memory: 8Gi', 'memory: 4Gi'],
  ['deployment.yaml', 'apiVersion: policy/v1', 'apiVersion: apps/v1'],
  ['autoscale-on-cpu.yaml', 'averageUtilization: 150', 'averageUtilisation: 150'],
  ['autoscale-on-slots.yaml', 'maxReplicas: 100', 'maximum: 100'],
  ['knative.yaml', 'containerConcurrency: 4', 'containerConcurency: 4'],
  ['knative.yaml', 'containerConcurrency: 4', 'containerConcurrency: 8'],
  ['knative.yaml', 'timeoutSeconds: 170', "timeoutSeconds: '170'"],
  ['ingress.yaml', 'pathType: Prefix', 'pathTyp: Prefix'],
];
let caught = 0;
for (const [file, from, to] of SPOILT) {
  const text = read(file).replace(from, to);
  const isCaught = text !== read(file) && (await faultsOf(readManifests(file, text))).length > 0;
  if (isCaught) caught += 1;
  else faults.push(`${file}: ${to} in place of ${from} passes`);
}

for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(`${files.length} files, ${faults.length} faults; ${caught} of ${SPOILT.length} spoilt ones caught`);
process.exitCode = faults.length === 0 ? 0 : 1;
