/** What independent programs (qpdf, poppler) say about a PDF. None of the project's code is used here. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly errors: string;
  readonly ms: number;
}

export function run(program: string, args: readonly string[], timeoutMs = 60_000): Ran {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, {
    timeout: timeoutMs,
    maxBuffer: 2 ** 29,
    encoding: 'latin1',
  });
  return { status, out: stdout ?? '', errors: stderr ?? '', ms: performance.now() - start };
}

/** Complaints of `qpdf --check`, without numbers and names, so that those of an input can be told from new ones. */
export function complaints(path: string): Set<string> {
  const { out, errors, status } = run('qpdf', ['--check', path]);
  const lines = `${errors}\n${out}`.split('\n').filter((line) => /warning|error/i.test(line));
  const kinds = new Set<string>();
  for (const line of lines) {
    if (
      /No syntax or stream encoding errors|operation succeeded with warnings|errors detected|errors that qpdf cannot/.test(
        line,
      )
    )
      continue;
    // What is said about the same object through a page or by itself is one complaint.
    const said = line
      .replaceAll(path, '')
      .replace(/^.*?(?:\)|:) ?:? /, '')
      .replace(/object \d+ \d+/g, 'object')
      .replace(/\d+/g, '0');
    kinds.add(said.replace(/^.*page 0: content stream.*$/, 'content stream errors').trim());
  }
  if (status === 2 && kinds.size === 0) kinds.add('unreadable');
  return kinds;
}

export function countPages(path: string): number | undefined {
  const { status, out } = run('qpdf', ['--warning-exit-0', '--show-npages', path]);
  return status === 0 ? Number(out.trim()) : undefined;
}

/** A hash of every page at 50 dpi by poppler; `undefined` where it draws nothing. */
export function renderPages(path: string, first: number, last: number): string[] {
  const folder = dirname(path);
  const prefix = join(folder, 'page');
  run('pdftoppm', ['-r', '50', '-f', String(first), '-l', String(last), path, prefix], 120_000);
  const files = readdirSync(folder).filter((name) => /^page-\d+\.ppm$/.test(name));
  files.sort((a, b) => Number(a.slice(5, -4)) - Number(b.slice(5, -4)));
  return files.map((name) => {
    const bytes = readFileSync(join(folder, name));
    rmSync(join(folder, name));
    return createHash('md5').update(bytes).digest('hex');
  });
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A thing with the page it is on or leads to, both from 1; `what` tells it from others. */
export interface Thing {
  readonly what: string;
  readonly on: number | null;
  readonly to: number | null;
}

export interface Contents {
  readonly outline: Thing[];
  readonly links: Thing[];
  readonly names: Thing[];
  readonly fields: Thing[];
  readonly labels: string[];
  readonly attachments: string[];
  readonly layers: string[];
  readonly annotations: number[];
  readonly structure: string[];
}

/** Everything that a merge should keep, read by qpdf (and the structure by poppler). */
export function contentsOf(path: string): Contents | undefined {
  const { out } = run('qpdf', ['--warning-exit-0', '--json=2', '--json-stream-data=none', path]);
  let json: Json;
  try {
    json = JSON.parse(Buffer.from(out, 'latin1').toString('utf8')) as Json;
  } catch {
    // qpdf cannot read the file: the caller counts it as such.
    return undefined;
  }
  return isObject(json) ? new QpdfFile(json).contents(path) : undefined;
}

class QpdfFile {
  readonly #objects: { [key: string]: Json };
  readonly #pages = new Map<string, number>();

  constructor(private readonly json: { [key: string]: Json }) {
    const [, objects] = Array.isArray(json.qpdf) ? json.qpdf : [];
    this.#objects = isObject(objects) ? objects : {};
    const pages = Array.isArray(json.pages) ? json.pages : [];
    for (const [i, page] of pages.entries()) {
      if (isObject(page) && typeof page.object === 'string' && !this.#pages.has(page.object))
        this.#pages.set(page.object, i + 1);
    }
  }

  contents(path: string): Contents {
    const catalog = this.#dict(this.#dict(this.#objects.trailer, true)?.['/Root']) ?? {};
    const names = this.#names(catalog);
    return {
      outline: this.#outline(catalog, names),
      links: this.#links(names),
      names: [...names].map(([name, to]) => ({ what: name, on: null, to })).filter(({ to }) => to !== null),
      fields: this.#fields(),
      labels: this.#labels(catalog),
      attachments: Object.keys(isObject(this.json.attachments) ? this.json.attachments : {}),
      layers: this.#layers(catalog),
      annotations: this.#annotations(),
      structure: structureText(path),
    };
  }

  #get(value: Json | undefined): Json | undefined {
    let resolved = value;
    for (let hops = 0; hops < 20 && typeof resolved === 'string' && /^\d+ \d+ R$/.test(resolved); hops += 1) {
      const holder = this.#objects[`obj:${resolved}`];
      resolved = isObject(holder)
        ? (holder.value ?? (isObject(holder.stream) ? holder.stream.dict : undefined))
        : undefined;
    }
    return resolved;
  }

  #dict(value: Json | undefined, isHolder = false): { [key: string]: Json } | undefined {
    const resolved = isHolder && isObject(value) ? value.value : this.#get(value);
    return isObject(resolved) ? resolved : undefined;
  }

  #list(value: Json | undefined): Json[] {
    const resolved = this.#get(value);
    return Array.isArray(resolved) ? resolved : [];
  }

  #pageOf(value: Json | undefined): number | null {
    const resolved = this.#get(value);
    const view = isObject(resolved) ? this.#get(resolved['/D']) : resolved;
    if (!Array.isArray(view)) return null;
    const [page] = view;
    if (typeof page === 'number') return page < this.#pages.size ? page + 1 : null;
    return typeof page === 'string' ? (this.#pages.get(page) ?? null) : null;
  }

  #names(catalog: { [key: string]: Json }): Map<string, number | null> {
    const names = new Map<string, number | null>();
    const seen = new Set<Json>();
    for (const [name, value] of Object.entries(this.#dict(catalog['/Dests']) ?? {}))
      names.set(name, this.#pageOf(value));
    const walk = (node: { [key: string]: Json } | undefined): void => {
      if (node === undefined || seen.has(node)) return;
      seen.add(node);
      const pairs = this.#list(node['/Names']);
      for (let i = 0; i + 1 < pairs.length; i += 2) {
        const name = this.#get(pairs[i]);
        if (typeof name === 'string' && !names.has(name)) names.set(name, this.#pageOf(pairs[i + 1]));
      }
      for (const kid of this.#list(node['/Kids'])) walk(this.#dict(kid));
    };
    walk(this.#dict(this.#dict(catalog['/Names'])?.['/Dests']));
    return names;
  }

  /** Not qpdf's own list of outlines: it does not find names that stand in the other of the two kinds of lists. */
  #outline(catalog: { [key: string]: Json }, names: ReadonlyMap<string, number | null>): Thing[] {
    const things: Thing[] = [];
    const seen = new Set<Json>();
    const walk = (first: Json | undefined): void => {
      for (let entry = this.#dict(first); entry !== undefined && !seen.has(entry); entry = this.#dict(entry['/Next'])) {
        seen.add(entry);
        things.push({ what: String(this.#get(entry['/Title'])), on: null, to: this.#target(entry, names) });
        walk(entry['/First']);
      }
    };
    walk(this.#dict(catalog['/Outlines'])?.['/First']);
    return things;
  }

  #target(dict: { [key: string]: Json }, names: ReadonlyMap<string, number | null>): number | null {
    const action = this.#dict(dict['/A']);
    const isGoTo = action !== undefined && this.#get(action['/S']) === '/GoTo';
    const target = this.#get(dict['/Dest'] ?? (isGoTo ? action['/D'] : undefined));
    if (typeof target !== 'string') return this.#pageOf(target);
    // A name in the tree is a string (u: or b:), in the old list a name (/).
    const plain = target.replace(/^(u:|b:|\/)/, '');
    return names.get(target) ?? names.get(`u:${plain}`) ?? names.get(`/${plain}`) ?? null;
  }

  *#pageAnnotations(): Generator<[number, { [key: string]: Json }]> {
    for (const [ref, page] of this.#pages) {
      for (const value of this.#list(this.#dict(ref)?.['/Annots'])) {
        const annotation = this.#dict(value);
        if (annotation !== undefined) yield [page, annotation];
      }
    }
  }

  #links(names: ReadonlyMap<string, number | null>): Thing[] {
    const things: Thing[] = [];
    for (const [on, annotation] of this.#pageAnnotations()) {
      if (this.#get(annotation['/Subtype']) !== '/Link') continue;
      const action = this.#dict(annotation['/A']);
      const kind = action === undefined ? undefined : this.#get(action['/S']);
      if (kind === '/URI') {
        things.push({ what: `uri ${String(this.#get(action?.['/URI']))}`, on, to: null });
        continue;
      }
      const to = this.#target(annotation, names);
      if (to !== null) things.push({ what: 'page', on, to });
      else if (kind !== undefined && kind !== '/GoTo') things.push({ what: `action ${String(kind)}`, on, to: null });
    }
    return things;
  }

  #fields(): Thing[] {
    const form = isObject(this.json.acroform) ? this.json.acroform : {};
    const fields = Array.isArray(form.fields) ? form.fields : [];
    return fields.filter(isObject).map((field) => ({
      // A clashing first name gets a number; the rest of the name, the kind and the value stay.
      what: JSON.stringify([
        String(field.fullname).replace(/^([^.]*?)-\d+(\.|$)/, '$1$2'),
        field.fieldtype,
        // Values that are objects are compared by being there: their numbers differ.
        typeof field.value === 'string' && / R$/.test(field.value) ? 'object' : field.value,
      ] as Json),
      on: typeof field.pageposfrom1 === 'number' ? field.pageposfrom1 : null,
      to: null,
    }));
  }

  /** The label of every page. */
  #labels(catalog: { [key: string]: Json }): string[] {
    if (this.#dict(catalog['/PageLabels']) === undefined) return [];
    const runs = (Array.isArray(this.json.pagelabels) ? this.json.pagelabels : []).filter(isObject);
    return Array.from({ length: this.#pages.size }, (_, page) => {
      const run = runs.findLast(({ index }) => Number(index) <= page);
      const label = isObject(run?.label) ? run.label : {};
      return JSON.stringify([
        label['/P'] ?? null,
        label['/S'] ?? null,
        Number(label['/St'] ?? 1) + page - Number(run?.index ?? 0),
      ]);
    });
  }

  #layers(catalog: { [key: string]: Json }): string[] {
    const properties = this.#dict(catalog['/OCProperties']);
    if (properties === undefined) return [];
    const shown = this.#dict(properties['/D']) ?? {};
    const off = new Set(this.#list(shown['/OFF']).map(String));
    const on = new Set(this.#list(shown['/ON']).map(String));
    const isOff = this.#get(shown['/BaseState']) === '/OFF';
    return this.#list(properties['/OCGs']).map((ref) => {
      const hidden = off.has(String(ref)) || (isOff && !on.has(String(ref)));
      return `${String(this.#get(this.#dict(ref)?.['/Name']))} ${hidden ? 'hidden' : 'shown'}`;
    });
  }

  #annotations(): number[] {
    const counts = Array.from({ length: this.#pages.size }, () => 0);
    for (const [page] of this.#pageAnnotations()) counts[page - 1] = (counts[page - 1] ?? 0) + 1;
    return counts;
  }
}

/** The lines of poppler's structure listing with text in them, indentation and object numbers left out. */
function structureText(path: string): string[] {
  const { out } = run('pdfinfo', ['-struct-text', path]);
  return out
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('"'));
}
