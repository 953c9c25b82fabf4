import { isJsonObject, type JsonValue } from '../json/values.js';

import { listOf, namesIn, type Project, textOf } from './project.js';

const portText = (item: JsonValue): string =>
  isJsonObject(item)
    ? [textOf(item.get('published')), textOf(item.get('target'))].filter((part) => part !== undefined).join(':')
    : (textOf(item) ?? '');

const volumeText = (item: JsonValue): string =>
  isJsonObject(item)
    ? [textOf(item.get('source')), textOf(item.get('target'))].filter((part) => part !== undefined).join(':')
    : (textOf(item) ?? '');

const namesOf = (value: JsonValue | undefined): string[] => namesIn(value).map(([name]) => name);

/** Services as a table. */
export const servicesOf = ({ services }: Project) =>
  [...services.values()].map(({ name, value }) => ({
    name,
    image: textOf(value.get('image')) ?? null,
    isBuilt: value.has('build'),
    ports: listOf(value.get('ports')).map(portText),
    volumes: listOf(value.get('volumes')).map(volumeText),
    networks: namesOf(value.get('networks')),
    dependsOn: namesOf(value.get('depends_on')),
    profiles: namesOf(value.get('profiles')),
  }));
