import { shown } from '../findings.js';

import { volumeName } from './check-references.js';
import type { ComposeFindings } from './findings.js';
import { assignments, isTrue, listOf, namesIn, objectOf, type Project, type Service, textOf } from './project.js';
import { readMount } from './short-forms.js';

/** What Compose takes, and what is unwise. `raw` has its variables still, which are no secrets. */
export function lintProject(project: Project, raw: Project, findings: ComposeFindings): void {
  const { root, services } = project;
  if (root.has('version')) findings.addAt('version-obsolete', 'The key "version" is obsolete and ignored', ['version']);
  for (const service of services.values()) {
    lintImage(service, findings);
    lintRights(service, findings);
    if (listOf(service.value.get('links')).length > 0)
      findings.addAt('links-legacy', 'Services of a network reach each other by name without "links"', [
        ...service.tokens,
        'links',
      ]);
  }
  for (const service of raw.services.values()) lintEnvironment(service, findings);
  if (!project.isOpen) lintUnused(project, findings);
}

function lintImage({ value, tokens }: Service, findings: ComposeFindings): void {
  const image = textOf(value.get('image'));
  if (image === undefined || image === '' || value.has('build') || image.includes('@')) return;
  const tag = /:([^:/]*)$/.exec(image)?.[1];
  const at = [...tokens, 'image'];
  if (tag === undefined)
    findings.addAt('image-untagged', `The image ${shown(image)} has no tag: its version is open`, at);
  else if (tag === 'latest')
    findings.addAt('image-latest', `The tag of ${shown(image)} moves: its version is open`, at);
}

const SOCKET = /^(?:\/var)?\/run\/(?:docker|containerd\/containerd|podman\/podman|crio\/crio)\.sock$/;
const BROAD = /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_MODULE|SYS_PTRACE|NET_ADMIN|DAC_READ_SEARCH)$/i;

function lintRights({ value, tokens }: Service, findings: ComposeFindings): void {
  if (isTrue(value.get('privileged')))
    findings.addAt('privileged', 'A privileged container has all rights of the host', [...tokens, 'privileged']);
  for (const key of ['network_mode', 'pid', 'ipc', 'userns_mode', 'uts', 'cgroup'])
    if (value.get(key) === 'host')
      findings.addAt('host-namespace', `${key} "host" takes away a wall between container and host`, [...tokens, key]);
  for (const [index, name] of listOf(value.get('cap_add')).entries())
    if (typeof name === 'string' && BROAD.test(name))
      findings.addAt('capability-broad', `The capability ${shown(name)} is close to root on the host`, [
        ...tokens,
        'cap_add',
        String(index),
      ]);
  for (const [index, item] of listOf(value.get('volumes')).entries()) {
    const mount = typeof item === 'string' ? readMount(item) : undefined;
    const source = typeof mount === 'object' ? mount.source : textOf(objectOf(item).get('source'));
    if (source !== undefined && SOCKET.test(source))
      findings.addAt('docker-socket', 'Who has the socket of the engine has the host', [
        ...tokens,
        'volumes',
        String(index),
      ]);
  }
}

const SECRET = /(?:password|passwd|secret|token|api_?key|private_?key|credential)/i;

function lintEnvironment({ value, tokens }: Service, findings: ComposeFindings): void {
  for (const key of ['environment', 'build']) {
    const holder = key === 'build' ? objectOf(value.get('build')).get('args') : value.get(key);
    const way = key === 'build' ? ['build', 'args'] : [key];
    for (const [name, text, token] of assignments(holder)) {
      // A file with the secret, a place it is read from, or a variable.
      if (
        text === undefined ||
        text === '' ||
        /\$(?!\$)/.test(text.replaceAll('$$', '')) ||
        !SECRET.test(name) ||
        /_(?:FILE|PATH|URL|NAME|ID)$/i.test(name)
      )
        continue;
      if (/^(?:\/run\/secrets\/|true$|false$|yes$|no$|\d{1,3}$)/i.test(text)) continue;
      findings.addAt(
        'secret-in-environment',
        `${name.slice(0, 80)} has its value in plain text: use a secret, a file or a variable`,
        [...tokens, ...way, token],
      );
    }
  }
}

/** What is declared and no service uses. */
function lintUnused({ root, services }: Project, findings: ComposeFindings): void {
  const used: Record<string, Set<string>> = {
    networks: new Set(['default']),
    volumes: new Set(),
    secrets: new Set(),
    configs: new Set(),
  };
  for (const { value } of services.values()) {
    for (const section of ['networks', 'secrets', 'configs'] as const)
      for (const [name] of namesIn(value.get(section))) used[section]?.add(name);
    for (const [name] of namesIn(objectOf(value.get('build')).get('secrets'))) used.secrets?.add(name);
    for (const item of listOf(value.get('volumes'))) used.volumes?.add(volumeName(item) ?? '');
  }
  for (const [section, names] of Object.entries(used))
    for (const name of objectOf(root.get(section)).keys())
      if (!names.has(name)) findings.addAt('resource-unused', `No service uses ${shown(name)}`, [section, name]);
}
