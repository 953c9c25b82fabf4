import { describe, expect, it } from 'vitest';
import { entriesOf } from '../core/catalog.js';

import { ERRORS } from '../core/errors.js';
import { readCatalog } from '../testing/service.js';

import { llmsText } from './llms.js';

const entries = entriesOf(readCatalog('product'));
const text = llmsText(entries);

// The parser that llmstxt.org publishes, in our language: https://github.com/AnswerDotAI/llms-txt, miniparse.py.
function parsed(source: string): { title?: string; summary?: string; info?: string; sections: Map<string, Link[]> } {
  const [head = '', ...rest] = source.split(/^##\s*(.*?)$/m);
  const sections = new Map<string, Link[]>();
  for (let i = 0; i < rest.length; i += 2) {
    const lines = (rest[i + 1] ?? '').trim().split(/\n+/);
    sections.set(rest[i] ?? '', lines.map(link));
  }
  const found = /^#\s*(?<title>.+?)$\n+(?:^>\s*(?<summary>.+?$)$)?\n+(?<info>.*)/ms.exec(head.trim());
  return { ...found?.groups, sections };
}

interface Link {
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

function link(line: string): Link {
  const found = /^-\s*\[(?<title>[^\]]+)\]\((?<url>[^)]+)\)(?::\s*(?<description>.*))?$/.exec(line);
  expect(found, line).not.toBeNull();
  const { title = '', url = '', description = '' } = found?.groups ?? {};
  return { title, url, description };
}

it('names the MCP endpoint where there is one', () => {
  expect(text).not.toContain('/mcp');
  expect(parsed(llmsText(entries, true)).info).toContain('POST /mcp');
});

describe('llms.txt', () => {
  const { title, summary, info, sections } = parsed(text);

  it('has a title, a summary and text before its sections, as llmstxt.org asks', () => {
    expect(title).toBe('Tool Execution API');
    expect(summary).toMatch(/^Runs named tools/);
    expect(info).toContain('POST /api/v1/tools/{id}/run');
  });

  it('says what to do about every error', () => {
    for (const [code, { status, action }] of Object.entries(ERRORS)) {
      expect(info).toContain(`| ${status} | ${code} | ${action} |`);
    }
  });

  it('has one link a tool under its family, and nothing but links in sections', () => {
    for (const entry of entries) {
      expect(sections.get(entry.family)).toContainEqual({
        title: entry.id,
        url: `/api/v1/tools/${entry.id}`,
        description: entry.summary,
      });
    }
    const count = [...sections.values()].flat().length;
    expect(count).toBe(entries.length + 3);
  });
});
