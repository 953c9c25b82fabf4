import { shown } from '../findings.js';
import type { JsonValue } from '../json/values.js';
import { isJsonObject } from '../json/values.js';

import { checkReferences } from './check-references.js';
import { checkTypes } from './check-types.js';
import { checkForms, checkPorts, checkValues, checkVolumes } from './check-values.js';
import type { ComposeFindings } from './findings.js';
import { lintProject } from './lint.js';
import { isTrue, objectOf, type Project, projectOf, textOf } from './project.js';

/** What the schema of Compose does not say, and with `lints` what is allowed and unwise. `raw` is the document before its variables were replaced. */
export function checkCompose(document: JsonValue, raw: JsonValue, findings: ComposeFindings, lints: boolean): Project {
  const project = projectOf(document);
  checkServices(project, findings);
  checkReferences(project, findings);
  checkPorts(project, findings);
  checkVolumes(project, findings);
  checkValues(project, findings);
  checkForms(project, findings);
  checkTypes(project, findings);
  checkExternal(project, findings);
  if (project.isOpen)
    findings.addAt('file-not-read', 'Included files are not read: what is not declared here may be there', ['include']);
  if (lints) lintProject(project, projectOf(raw), findings);
  return project;
}

function checkServices({ services }: Project, findings: ComposeFindings): void {
  const containers = new Map<string, string>();
  for (const { name, value, tokens } of services.values()) {
    const isMade = ['image', 'build', 'provider', 'extends'].some(
      (key) => value.has(key) && value.get(key) !== null && value.get(key) !== '',
    );
    if (!isMade) findings.addAt('image-missing', `The service ${shown(name)} has neither "image" nor "build"`, tokens);
    const container = textOf(value.get('container_name'));
    if (container === undefined || container === '') continue;
    const other = containers.get(container);
    if (other !== undefined)
      findings.addAt('container-name-duplicate', `The service ${shown(other)} has the same container_name`, [
        ...tokens,
        'container_name',
      ]);
    containers.set(container, name);
    const replicas = Number(textOf(value.get('scale')) ?? textOf(objectOf(value.get('deploy')).get('replicas')) ?? 1);
    if (replicas > 1)
      findings.addAt('container-name-scale', `${replicas} containers cannot have one container_name`, [
        ...tokens,
        'container_name',
      ]);
  }
}

/** What exists already is not described. */
function checkExternal({ root }: Project, findings: ComposeFindings): void {
  for (const section of ['networks', 'volumes', 'secrets', 'configs']) {
    for (const [name, value] of objectOf(root.get(section))) {
      const external = isJsonObject(value) ? value.get('external') : undefined;
      if (external === undefined || !isJsonObject(value)) continue;
      if (!isTrue(external) && !isJsonObject(external)) continue;
      const more = [...value.keys()].find((key) => key !== 'external' && key !== 'name' && !key.startsWith('x-'));
      if (more !== undefined)
        findings.addAt('external-conflict', `What is external cannot have ${shown(more)}`, [section, name, more]);
    }
  }
}
