import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { NO_SETTINGS } from '../../runner/execute.js';
import { findLibreOffice } from '../../runner/installed-programs.js';
import { callTool } from '../../testing/http.js';
import { hasProgram } from '../../testing/programs.js';
import { openTestService } from '../../testing/service.js';

const libreofficePath = findLibreOffice(process.env);
const canRun = hasProgram('soffice', ['--version'], 'LibreOffice in a service');

it.skipIf(!canRun || libreofficePath === undefined)(
  'LibreOffice works within the walls of a tool process',
  async () => {
    const service = await openTestService('product', { settings: { ...NO_SETTINGS, libreofficePath } });
    try {
      const base64 = readFileSync(join(projectRoot, 'fixtures/documents/report.docx')).toString('base64');
      const reply = await callTool(service.origin, 'docx-to-pdf', { files: [{ name: 'Report.docx', base64 }] });
      expect(reply.status, JSON.stringify(service.lines.filter(({ level }) => level === 'error'))).toBe(200);
    } finally {
      await service.close();
    }
  },
);
